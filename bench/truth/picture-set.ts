import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import type { Random } from '../search/questions/random.ts'
import type { Subjects } from './subjects.ts'

/** A kind of generated pictures: fakes, or honest pictures that look like them. */
export interface PictureKind {
  name: string
  count: number
  /** A picture counts as named when one of these is found; an honest one has no faults to be found. */
  expected: FindingKind[]
  /** Why a picture of this kind may be called verified all the same. */
  untellable?: string
  draw(random: Random, subjects: Subjects): Promise<Drawing>
}

export interface Drawing extends RgbaImage {
  /** For painted checkerboards: corners of squares that can be seen. */
  crossings?: number
  /** Why this one may be called verified all the same, where not all of its kind may. */
  untellable?: string
}

/** A whole number from `least` to `most`. */
export const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random.next() * (most - least + 1))
