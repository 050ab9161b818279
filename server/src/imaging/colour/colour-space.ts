import type { Matrix } from './primaries.ts'

/** What the samples of an image mean. */
export interface ColourSpace {
  /** Of red, green and blue. */
  toLinear: [Curve, Curve, Curve]
  /** From linear RGB to XYZ of white D50; absent where the primaries are those of sRGB. */
  toXyz?: Matrix | undefined
}

/** From a sample to light, both 0 to 1. */
export type Curve = (sample: number) => number
