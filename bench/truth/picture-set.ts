import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { Rgb, RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../harness/pixels.ts'
import type { Random } from '../harness/random.ts'
import type { Subjects } from './subjects.ts'

/** A kind of generated pictures: fakes, or honest pictures that look like them. */
export interface PictureKind {
  name: string
  count: number
  /** A picture counts as named when one of these is found; an honest one has no faults to be found. */
  expected: FindingKind[]
  /** Why a picture of this kind may be called verified all the same. */
  untellable?: string | undefined
  draw(random: Random, subjects: Subjects): Promise<Drawing>
}

export interface Drawing extends RgbaImage {
  /** For painted checkerboards: corners of squares that can be seen. */
  crossings?: number
  /** Why this one may be called verified all the same, where not all of its kind may. */
  untellable?: string
}

/** A kind of honest pictures. */
export const honest = (name: string, draw: (random: Random) => Canvas | Promise<Canvas>): PictureKind => ({
  name,
  count: 50,
  expected: [],
  draw: async (random) => draw(random),
})

/** A kind of fakes, each made of a cut-out. */
export const fakeOf = (
  name: string,
  count: number,
  expected: FindingKind[],
  change: (subject: Canvas, random: Random) => Drawing | Promise<Drawing>,
  untellable?: string,
): PictureKind => ({
  name,
  count,
  expected,
  untellable,
  draw: async (random, subjects) => change(await subjects.next(between(random, 200, 900)), random),
})

/** A whole number from `least` to `most`. */
export const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random.next() * (most - least + 1))

/** A normally distributed number with a standard deviation of 1. */
export function gaussian(random: Random): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random.next()
  return sum
}

export const anyColour = (random: Random): Rgb => [
  between(random, 0, 255),
  between(random, 0, 255),
  between(random, 0, 255),
]

/** A colour by its number in hexadecimal. */
export const rgb = (hex: number): Rgb => [hex >> 16, (hex >> 8) & 255, hex & 255]
