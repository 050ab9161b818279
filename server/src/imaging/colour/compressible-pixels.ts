import type { RawImage } from '../decode.ts'

/** Whether an image has few colours: lossless is then about as small and as fast, and leaves no traces at outlines. */
export function hasFewColours({ pixels }: RawImage): boolean {
  const words = wordsOf(pixels)
  const colours = new Set<number>()
  for (let at = 0, last = 0; at < words.length; at++) {
    const pixel = words[at]!
    if (pixel === last || isClear(pixel)) continue
    last = pixel
    if (colours.add(pixel).size > MAX_COLOURS) return false
  }
  return true
}

/** Measured on 135 previews of clip art: 8,000 make files 25 % larger than lossy ones, 16,000 33 %, and all 52 %. */
const MAX_COLOURS = 8_192

/** Pixels as little-endian words: red in the lowest byte, alpha in the highest. */
const wordsOf = (pixels: Buffer) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
const ALPHA_SHIFT = 24
const COLOUR = 0xffffff
const isClear = (pixel: number) => pixel >>> ALPHA_SHIFT === 0

/** Takes the colour of the pixel before or above where none sees a difference (13 % smaller clip art); alpha stays. */
export function snapColours({ pixels, width }: RawImage): Buffer {
  const original = wordsOf(pixels)
  const snapped = original.slice()
  for (let at = 1; at < original.length; at++) {
    const pixel = original[at]!
    const alpha = pixel >>> ALPHA_SHIFT
    if (alpha === 0) continue
    const before = snapped[at - 1]!
    const above = at >= width ? snapped[at - width]! : before
    const near = isNear(before, pixel, tolerances[alpha]!) ? before : above
    if (isNear(near, pixel, tolerances[alpha]!)) snapped[at] = (near & COLOUR) | (pixel & ~COLOUR)
  }
  return Buffer.from(snapped.buffer)
}

/** Of 255: larger ones show as bands in gradients. */
const TOLERANCE = 2
/** By alpha: on any background a channel shows its difference times alpha. */
const tolerances = Uint16Array.from({ length: 256 }, (_, alpha) => (alpha ? (TOLERANCE * 255) / alpha : 0))

const isNear = (one: number, other: number, tolerance: number): boolean =>
  ((one ^ other) & COLOUR) === 0 ||
  (Math.abs((one & 0xff) - (other & 0xff)) <= tolerance &&
    Math.abs(((one >>> 8) & 0xff) - ((other >>> 8) & 0xff)) <= tolerance &&
    Math.abs(((one >>> 16) & 0xff) - ((other >>> 16) & 0xff)) <= tolerance)

/** Gives clear pixels the colour of a near visible one, since lossy compression would show their black at edges. */
export function bleedEdgeColours({ pixels, width }: RawImage): Buffer {
  const original = wordsOf(pixels)
  const filled = original.slice()
  for (let at = 0; at < filled.length; at++) fillFrom(filled, at, at % width ? at - 1 : at, at - width)
  for (let at = filled.length - 1; at >= 0; at--) fillFrom(filled, at, (at + 1) % width ? at + 1 : at, at + width)
  for (let at = 0; at < filled.length; at++) if (isClear(original[at]!)) filled[at]! &= COLOUR
  return Buffer.from(filled.buffer)
}

const ALPHA_1 = 1 << ALPHA_SHIFT

/** Gives a clear pixel the colour of the first of two neighbours that has one, and an alpha of 1 as a mark. */
function fillFrom(pixels: Uint32Array, at: number, beside: number, beyond: number) {
  if (!isClear(pixels[at]!)) return
  const [first, second] = [pixels[beside]!, pixels[beyond] ?? 0]
  const source = isClear(first) ? second : first
  if (!isClear(source)) pixels[at] = (source & COLOUR) | ALPHA_1
}
