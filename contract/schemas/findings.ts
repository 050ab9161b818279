import * as z from 'zod/mini'
import { type FaultKind, faultKinds } from '../measures/findings.ts'

/** Places in pixels of the original, from its top left corner. */
const point = z.object({ x: z.number(), y: z.number() })
const places = z.array(point)
export type Point = z.output<typeof point>
const rectangle = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
export type Rectangle = z.output<typeof rectangle>
/** '#rrggbb' */
const colour = z.string()
/** 0 to 1. */
const share = z.number()

const finding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing_to_see'), visible_pixels: z.number(), highest_alpha: z.number() }),
  z.object({
    kind: z.literal('painted_checkerboard'),
    /** Sides of one square; not whole where the board was scaled. */
    square_width: z.number(),
    square_height: z.number(),
    /** A corner of its lattice, and the part of the picture in which it was found. */
    origin: point,
    box: rectangle,
    light: colour,
    dark: colour,
  }),
  z.object({ kind: z.literal('haze'), share }),
  z.object({ kind: z.literal('halo'), colour, share, places }),
  z.object({ kind: z.literal('jagged_edge'), share, places }),
  z.object({ kind: z.literal('specks'), count: z.number(), places }),
  z.object({ kind: z.literal('nothing_clear'), clear_share: share }),
  z.object({ kind: z.literal('constant_alpha'), alpha: z.number(), share }),
  z.object({ kind: z.literal('solid_background'), colour, share, box: rectangle }),
  z.object({ kind: z.literal('solid_rectangle'), box: rectangle }),
  z.object({ kind: z.literal('light_rim'), share, places }),
  z.object({ kind: z.literal('touches_border'), sides: z.array(z.enum(['top', 'right', 'bottom', 'left'])) }),
  /** Not of its pixels: texts in the file were too long to be read whole. */
  z.object({ kind: z.literal('unread_texts') }),
])
export type Finding = z.output<typeof finding>
export type PaintedCheckerboard = Extract<Finding, { kind: 'painted_checkerboard' }>
export type BorderSide = Extract<Finding, { kind: 'touches_border' }>['sides'][number]

/** What was measured of a picture's transparency (requirements: #findings); null until it was. */
export const findings = z.nullable(z.array(finding))

/** Faults that an admin says are none. */
export const faultKind = z.enum(faultKinds as [FaultKind, ...FaultKind[]], 'There is no such fault')
export const overruled = z.array(
  z.object({
    kind: faultKind,
    reason: z.string(),
    /** Their username; for admins only, and null where the account is gone. */
    by: z.nullable(z.string()),
    at: z.string(),
  }),
)
export type Overruled = z.output<typeof overruled>

/** The transparency of an image, as the site knows it. */
export const transparency = {
  /** Shares of all pixels, 0 to 1: those that are clear, and those between clear and opaque. */
  clear_share: share,
  soft_share: share,
  /** Whether all was measured, something is clear, and nothing is at fault. */
  is_verified: z.boolean(),
  /** 100 for an edge that is neither jagged nor has a rim of a foreign colour; null where there is no edge to judge. */
  edge_score: z.nullable(z.number()),
  /** Worst first, without what was overruled; places in pixels of the original, colours '#rrggbb', shares 0 to 1. */
  findings,
  /** The same in words, as visitors read it. */
  transparency_text: z.string(),
}
export type Transparency = z.output<z.ZodMiniObject<typeof transparency>>
