import type { RawImage } from '../decode.ts'

/**
 * The pixels with the colour of a near visible one under each clear one: lossy compression shares colours between
 * neighbours without regard to alpha, and would draw the black that resizing leaves there into visible edges.
 */
export function bleedEdgeColours({ pixels, width }: RawImage): Buffer {
  const original = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const filled = original.slice()
  for (let at = 0; at < filled.length; at++) fillFrom(filled, at, at % width ? at - 1 : at, at - width)
  for (let at = filled.length - 1; at >= 0; at--) fillFrom(filled, at, (at + 1) % width ? at + 1 : at, at + width)
  for (let at = 0; at < filled.length; at++) if (isClear(original[at]!)) filled[at]! &= COLOUR
  return Buffer.from(filled.buffer)
}

/** Of a pixel as a little-endian word: red in the lowest byte, alpha in the highest. */
const COLOUR = 0xffffff
const ALPHA_1 = 0x1000000

const isClear = (pixel: number) => pixel >>> 0 < ALPHA_1

/** Gives a clear pixel the colour of the first of two neighbours that has one, and an alpha of 1 as a mark. */
function fillFrom(pixels: Uint32Array, at: number, beside: number, beyond: number) {
  if (!isClear(pixels[at]!)) return
  const [first, second] = [pixels[beside]!, pixels[beyond] ?? 0]
  const source = isClear(first) ? second : first
  if (!isClear(source)) pixels[at] = (source & COLOUR) | ALPHA_1
}
