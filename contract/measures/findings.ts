import type { ContrastTile } from './contrast-tile.ts'
import type { Point, Rectangle } from './rgba-image.ts'

/**
 * What can be found in a picture, worst first. Only faults close "verified"; remarks may be meant. The kinds are
 * stored, so they must not change.
 */
export const findingKinds = {
  nothing_to_see: 'fault',
  painted_checkerboard: 'fault',
  haze: 'fault',
  halo: 'fault',
  jagged_edge: 'fault',
  specks: 'fault',
  nothing_clear: 'remark',
  constant_alpha: 'remark',
  solid_background: 'remark',
  solid_rectangle: 'remark',
  light_rim: 'remark',
  touches_border: 'remark',
  unread_texts: 'remark',
} as const satisfies Record<string, 'fault' | 'remark'>

export type FindingKind = keyof typeof findingKinds
export type FaultKind = { [K in FindingKind]: (typeof findingKinds)[K] extends 'fault' ? K : never }[FindingKind]

/** Worst first. */
export const faultKinds = (Object.keys(findingKinds) as FindingKind[]).filter(
  (kind): kind is FaultKind => findingKinds[kind] === 'fault',
)

/** One thing found, with its numbers: sizes and places in pixels of the original, shares 0 to 1, colours '#rrggbb'. */
export type Finding =
  | { kind: 'nothing_to_see'; visible_pixels: number; highest_alpha: number }
  | ({ kind: 'painted_checkerboard' } & PaintedCheckerboard)
  | { kind: 'haze'; share: number }
  | { kind: 'halo'; colour: string; share: number; places: Point[] }
  | { kind: 'jagged_edge'; share: number; places: Point[] }
  | { kind: 'specks'; count: number; places: Point[] }
  | { kind: 'nothing_clear'; clear_share: number }
  | { kind: 'constant_alpha'; alpha: number; share: number }
  | { kind: 'solid_background'; colour: string; share: number; box: Rectangle }
  | { kind: 'solid_rectangle'; box: Rectangle }
  | { kind: 'light_rim'; share: number; places: Point[] }
  | { kind: 'touches_border'; sides: BorderSide[] }
  /** Not of its pixels: texts in the file were too long to be read whole, which the server alone finds. */
  | { kind: 'unread_texts' }

export type BorderSide = 'top' | 'right' | 'bottom' | 'left'

export interface PaintedCheckerboard {
  /** Sides of one square; not whole where the board was scaled. */
  square_width: number
  square_height: number
  /** A corner of its lattice. */
  origin: Point
  /** The part of the picture in which it was found. */
  box: Rectangle
  light: string
  dark: string
}

/** Of 255: what is less opaque cannot be seen on any backdrop. */
export const maxClearAlpha = 12

/** Everything that is measured for "verified". */
export interface PictureMeasures {
  /** The version of the measuring (`measuresVersion`). */
  version: number
  /** Shares of all pixels, 0 to 1. */
  clear_share: number
  soft_share: number
  /** 100 for an edge that is neither jagged nor has a rim of a foreign colour; null where there is no edge to judge. */
  edge_score: number | null
  contrast_tile: ContrastTile | null
  /** Worst first. */
  findings: Finding[]
}

/** Raised with each change of the measuring that may change a result, so that stored results are measured again. */
export const measuresVersion = 4

export const isFault = ({ kind }: Pick<Finding, 'kind'>): boolean => findingKinds[kind] === 'fault'

/** The findings that no admin has overruled. */
export const openFindings = (findings: Finding[], overruled: readonly { kind: FindingKind }[]): Finding[] =>
  findings.filter(({ kind }) => !overruled.some((one) => one.kind === kind))

/** With one of these the transparency of a picture is not real: it is not verified, nor approved among many. */
export const unverifiedKinds: FindingKind[] = [...faultKinds, 'nothing_clear']

/**
 * Whether the transparency of a picture is real: something is clear, something visible, and nothing at fault. Of a file
 * its open findings count.
 */
export const isVerified = ({ findings }: Pick<PictureMeasures, 'findings'>): boolean =>
  !findings.some(({ kind }) => unverifiedKinds.includes(kind))
