import type { RgbaImage } from '#imaging/measures/rgba-image'
import { alphaHistogram } from '../alpha-histogram.ts'

/** The bounding box of what is solid, in pixels and parts of them. */
export type SolidBox = NonNullable<ReturnType<typeof solidBox>>

/** The box of what has more than half of the highest opacity, so that no soft shadow, haze or glow moves it. */
export function solidBox(image: RgbaImage) {
  /** The alpha that the most opaque 2 % of the visible pixels reach. */
  const maxAlpha = highAlpha(alphaHistogram(image))
  if (maxAlpha === 0) return null
  /** Pixels below this alpha (1 to 255) count as clear. */
  const minAlpha = Math.max(1, maxAlpha * solidShare)
  const { columns, rows } = highestAlphas(image)
  const [horizontal, vertical] = [extent(columns, minAlpha), extent(rows, minAlpha)]
  return { left: horizontal.from, right: horizontal.to, top: vertical.from, bottom: vertical.to, minAlpha, maxAlpha }
}

function highestAlphas({ pixels, width, height }: RgbaImage) {
  const columns = new Uint8Array(width)
  const rows = new Uint8Array(height)
  for (let y = 0, at = 3; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const alpha = pixels[at]!
      if (alpha > columns[x]!) columns[x] = alpha
      if (alpha > rows[y]!) rows[y] = alpha
    }
  return { columns, rows }
}

/** The extent is interpolated between pixels, since a whole one, 2 % of an icon, would shift copies in other sizes. */
function extent(alphas: Uint8Array, minAlpha: number): { from: number; to: number } {
  const first = alphas.findIndex((alpha) => alpha >= minAlpha)
  const last = alphas.findLastIndex((alpha) => alpha >= minAlpha)
  const solidPart = (inside: number, outside = 0) => (inside - minAlpha) / (inside - outside)
  return {
    from: first + 0.5 - solidPart(alphas[first]!, alphas[first - 1]),
    to: last + 0.5 + solidPart(alphas[last]!, alphas[last + 1]),
  }
}

/** Share of the highest opacity; just above a half, since drawn shadows are often half opaque. */
const solidShare = 0.6

/** Share of the visible pixels that may be more opaque than `maxAlpha`, so that single pixels do not define it. */
const outlierShare = 0.02

/** 0 when no pixel is visible. */
function highAlpha(counts: Uint32Array): number {
  const visible = counts.subarray(1).reduce((sum, count) => sum + count, 0)
  if (!visible) return 0
  let alpha = 255
  for (let seen = counts[255]!; alpha > 1 && seen < visible * outlierShare; ) seen += counts[--alpha]!
  return alpha
}
