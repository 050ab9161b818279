import type { RgbaImage } from '../../perceptual-hash.ts'

/** The bounding box of what is solid, in pixels; right and bottom are exclusive. */
export interface SolidBox {
  left: number
  top: number
  right: number
  bottom: number
  /** Pixels below this alpha (1 to 255) count as clear. */
  minAlpha: number
  /** The alpha that the most opaque 2 % of the visible pixels reach. */
  maxAlpha: number
}

/**
 * The box of all pixels with more than half of the opacity that the image reaches, so that a soft shadow, haze or a
 * glow does not move it. Null when no pixel is visible.
 */
export function solidBox(image: RgbaImage): SolidBox | null {
  const maxAlpha = highAlpha(alphaHistogram(image))
  if (maxAlpha === 0) return null
  const minAlpha = Math.max(1, maxAlpha * solidShare)
  const { pixels, width, height } = image
  const columns = new Uint8Array(width)
  const rows = new Uint8Array(height)
  for (let y = 0, at = 3; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) if (pixels[at]! >= minAlpha) rows[y] = columns[x] = 1
  return {
    left: columns.indexOf(1),
    top: rows.indexOf(1),
    right: columns.lastIndexOf(1) + 1,
    bottom: rows.lastIndexOf(1) + 1,
    minAlpha,
    maxAlpha,
  }
}

/** Share of the highest opacity; just above a half, since drawn shadows are often half opaque. */
const solidShare = 0.52

/** Share of the visible pixels that may be more opaque than `maxAlpha`, so that single pixels do not define it. */
const outlierShare = 0.02

function alphaHistogram({ pixels }: RgbaImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 3; at < pixels.length; at += 4) counts[pixels[at]!]!++
  return counts
}

/** 0 when no pixel is visible. */
function highAlpha(counts: Uint32Array): number {
  const visible = counts.subarray(1).reduce((sum, count) => sum + count, 0)
  if (!visible) return 0
  let alpha = 255
  for (let seen = counts[255]!; alpha > 1 && seen < visible * outlierShare; ) seen += counts[--alpha]!
  return alpha
}
