import type { RawImage } from '../decode.ts'

/**
 * Whether an image has few colours, as drawings do: lossless compression is then about as small as lossy, as fast, and
 * leaves no traces at outlines.
 */
export function hasFewColours({ pixels }: RawImage): boolean {
  const colours = new Set<number>()
  let last = 0
  for (const pixel of wordsOf(pixels)) {
    if (pixel === last || pixel >>> ALPHA_SHIFT === 0) continue
    last = pixel
    if (colours.add(pixel).size > MAX_COLOURS) return false
  }
  return true
}

/** Measured on 135 previews of clip art: 8,000 make files 25 % larger than lossy ones, 16,000 33 %, and all 52 %. */
const MAX_COLOURS = 8_192

const ALPHA_SHIFT = 24

const wordsOf = (pixels: Buffer) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)

/**
 * The pixels with the exact colour of the one before or above where the difference cannot be seen, so that they
 * compress better without loss: 13 % on clip art. Alpha stays as it is.
 */
export function snapColours({ pixels, width }: RawImage): Buffer {
  const snapped = Buffer.from(pixels)
  const row = width * 4
  for (let at = 4; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!
    if (alpha === 0) continue
    // On any background a channel shows its difference times alpha.
    const tolerance = (TOLERANCE * 255) / alpha
    if (isNear(snapped, at - 4, pixels, at, tolerance)) snapped.copyWithin(at, at - 4, at - 1)
    else if (at >= row && isNear(snapped, at - row, pixels, at, tolerance))
      snapped.copyWithin(at, at - row, at - row + 3)
  }
  return snapped
}

/** Of 255: larger ones show as bands in gradients. */
const TOLERANCE = 2

function isNear(snapped: Buffer, near: number, pixels: Buffer, at: number, tolerance: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs(snapped[near + channel]! - pixels[at + channel]!) > tolerance) return false
  return true
}
