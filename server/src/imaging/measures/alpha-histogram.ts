import { maxClearAlpha } from '@vitrine/contract/measures/findings'
import type { RgbaImage } from './rgba-image.ts'

/** Of 255: what is less opaque can hardly be seen. */
export const minVisibleAlpha = 24
/** Of 255: what is more opaque counts as opaque. */
export const minOpaqueAlpha = 250

/** The number of pixels with each alpha, 0 to 255. */
export function alphaHistogram({ pixels, width, height }: RgbaImage): Uint32Array {
  const counts = new Uint32Array(256)
  const end = width * height * 4
  for (let at = 3; at < end; at += 4) counts[pixels[at]!]!++
  return counts
}

export type AlphaStatistics = ReturnType<typeof alphaStatistics>

/** What the alpha channel says of a picture as a whole; shares are of all pixels, 0 to 1. */
export function alphaStatistics(image: RgbaImage) {
  const histogram = alphaHistogram(image)
  const pixelsBetween = (from: number, to: number) =>
    histogram.subarray(from, to + 1).reduce((sum, count) => sum + count, 0)
  const total = image.width * image.height
  const soft = histogram.subarray(1, 255)
  const commonest = soft.reduce((best, count, at) => (count > soft[best]! ? at : best), 0)
  return {
    /** Pixels that are clear enough to be invisible. */
    clearShare: pixelsBetween(0, maxClearAlpha) / total,
    /** Pixels that are neither clear nor opaque. */
    softShare: pixelsBetween(maxClearAlpha + 1, minOpaqueAlpha - 1) / total,
    /** Pixels that look clear and are not. */
    hazeShare: pixelsBetween(1, maxClearAlpha) / total,
    visiblePixels: pixelsBetween(minVisibleAlpha, 255),
    highestAlpha: histogram.findLastIndex((count) => count > 0),
    /** The commonest alpha other than 0 and 255, and the share of pixels that have it. */
    commonestSoftAlpha: commonest + 1,
    commonestSoftShare: soft[commonest]! / total,
  }
}

/** Fewer visible pixels than these, and than a hundredth of all, are nothing to see. */
const minVisiblePixels = 12
/** Of 255: a picture whose most opaque pixel is below this is a ghost. */
const minHighestAlpha = 40

export const hasNothingToSee = (
  { visiblePixels, highestAlpha }: AlphaStatistics,
  { width, height }: Pick<RgbaImage, 'width' | 'height'>,
) => highestAlpha < minHighestAlpha || (visiblePixels < minVisiblePixels && visiblePixels < 0.01 * width * height)

/** A few clear pixels in an opaque picture are no transparency. */
export const hasNothingClear = ({ clearShare }: AlphaStatistics) => clearShare < 0.002

/** More than a twentieth of the picture, and most of what looks clear, is not quite clear. */
export const hasHaze = (statistics: AlphaStatistics) =>
  !hasNothingClear(statistics) && statistics.hazeShare > 0.05 && statistics.hazeShare > 0.5 * statistics.clearShare

/** One alpha between clear and opaque, the same on a fifth of the picture or more. */
export const hasConstantAlpha = (statistics: AlphaStatistics) =>
  statistics.commonestSoftShare > 0.2 && statistics.commonestSoftAlpha > maxClearAlpha
