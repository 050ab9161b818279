/**
 * Perceptual hash (dHash) of the visible part of an image: 64 bits, of which similar images differ in few, at any size
 * and with any transparent margin. The browser computes it before an upload and the server when it measures, so both
 * must agree. Null when no pixel is visible.
 */
export function perceptualHash({ pixels, width, height }: RgbaImage): bigint | null {
  const box = visibleBox({ pixels, width, height })
  if (!box) return null
  let hash = 0n
  for (let y = 0; y < rows; y++) {
    const lightness = Array.from({ length: columns }, (_, x) => meanLightness({ pixels, width }, gridCell(box, x, y)))
    for (let x = 1; x < columns; x++)
      hash = (hash << 1n) | (lightness[x]! > lightness[x - 1]! + minLightnessStep ? 1n : 0n)
  }
  return hash
}

/** RGBA, 8 bits each, not premultiplied. */
export interface RgbaImage {
  pixels: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** The hash on the wire: 16 hexadecimal digits. */
export const hashToHex = (hash: bigint | null) => (hash === null ? null : hash.toString(16).padStart(16, '0'))

/** The number of bits in which two hashes differ. */
export function hammingDistance(a: bigint, b: bigint): number {
  let count = 0
  for (let bits = a ^ b; bits > 0n; bits &= bits - 1n) count++
  return count
}

/**
 * Two images within this Hamming distance count as similar. Measured: for 182 of 183 drawings and photos the browser's
 * hash was within it of the server's, half of them identical; of 11,628 pairs of different drawings 6 were.
 */
export const maxHammingDistance = 6

/** Hashes that one request may contain. */
export const hashesPerRequest = 20

// Nine cells in each of eight rows yield eight comparisons a row.
const columns = 9
const rows = 8
/** Of 255: smaller rises in lightness count as flat, so that compression artefacts set no bits. */
const minLightnessStep = 3
/** Of 255: less opaque pixels count as invisible. */
const minVisibleAlpha = 24

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The bounding box of all visible pixels; null when there are none. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over millions of pixels, without calls
function visibleBox({ pixels, width, height }: RgbaImage): Box | null {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[(y * width + x) * 4 + 3]! < minVisibleAlpha) continue
      if (x < box.left) box.left = x
      if (x >= box.right) box.right = x + 1
      if (y < box.top) box.top = y
      box.bottom = y + 1
    }
  }
  return box.right > box.left ? box : null
}

/** The bounds of one cell of the grid, at least one pixel each way. */
function gridCell({ left, top, right, bottom }: Box, x: number, y: number): Box {
  const edgeX = (column: number) => left + Math.floor(((right - left) * column) / columns)
  const edgeY = (row: number) => top + Math.floor(((bottom - top) * row) / rows)
  const cell = { left: edgeX(x), top: edgeY(y) }
  return { ...cell, right: Math.max(edgeX(x + 1), cell.left + 1), bottom: Math.max(edgeY(y + 1), cell.top + 1) }
}

/** The mean lightness of a cell composited on middle grey, so that neither light nor dark drawings vanish. */
function meanLightness({ pixels, width }: Omit<RgbaImage, 'height'>, { left, top, right, bottom }: Box): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const alpha = pixels[at + 3]! / 255
      const light = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
      sum += light * alpha + 128 * (1 - alpha)
    }
  }
  return sum / ((right - left) * (bottom - top))
}
