import { colourAt, type Rgb, type RgbaImage } from '#imaging/measures/rgba-image'

/** A place at which two opaque colours alternate as on a checkerboard. */
export interface Alternation {
  x: number
  y: number
  /** 1 where the first colour is the lighter of the two, otherwise -1. */
  polarity: 1 | -1
  light: Rgb
  dark: Rgb
}

/** Of 255: squares with a lower alpha are not painted, they can be seen through. */
export const minSquareAlpha = 200

/** RGB distances, squared: #fff and #f9f9f9 are 10 apart, #fff and #b4b4b4 130, black and white 442. */
const minContrast = 10 ** 2
const maxContrast = 130 ** 2

/** Squares of one colour may differ by 0.35 of the distance of the two colours, for noise and compression. */
const maxDeviation = 0.35 ** 2

/** The squared distance of two pixels' colours; the indexes are those of the red values. */
function squaredDistance(pixels: RgbaImage['pixels'], one: number, other: number): number {
  const red = pixels[one]! - pixels[other]!
  const green = pixels[one + 1]! - pixels[other + 1]!
  const blue = pixels[one + 2]! - pixels[other + 2]!
  return red * red + green * green + blue * blue
}

/** The squared deviation that squares of one colour may have from this pair; 0 when it is no checkerboard's. */
export function maxSquaredDeviation(pixels: RgbaImage['pixels'], one: number, other: number): number {
  const contrast = squaredDistance(pixels, one, other)
  const isPair = contrast >= minContrast && contrast <= maxContrast && pixels[other + 3]! >= minSquareAlpha
  return isPair ? contrast * maxDeviation : 0
}

/** Whether an opaque pixel has the colour of another one. */
export const hasColourOf = (pixels: RgbaImage['pixels'], at: number, other: number, limit: number): boolean =>
  squaredDistance(pixels, at, other) <= limit && pixels[at + 3]! >= minSquareAlpha

/** The alternation of the colour of the pixel at `one` with that at `other`. */
export function alternationOf(
  pixels: RgbaImage['pixels'],
  x: number,
  y: number,
  one: number,
  other: number,
): Alternation {
  const [first, second] = [colourAt(pixels, one), colourAt(pixels, other)]
  const isFirstLighter = luma(first) > luma(second)
  const [light, dark] = isFirstLighter ? [first, second] : [second, first]
  return { x, y, polarity: isFirstLighter ? 1 : -1, light, dark }
}

const luma = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue

/** Per axis: above 1.2 megapixels squares are searched for in coarser steps, so that the time stays bounded. */
export const searchStep = ({ width, height }: RgbaImage) => Math.ceil(Math.sqrt((width * height) / 1.2e6))
