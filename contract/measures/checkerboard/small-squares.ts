import type { RgbaImage } from '../rgba-image.ts'
import {
  type Alternation,
  alternationOf,
  hasColourOf,
  maxSquaredDeviation,
  minSquareAlpha,
  searchStep,
} from './alternation.ts'
import { fitLattice, type Lattice, perfectCoherence } from './lattice.ts'

/** Places that are looked at for each size, in pictures of any size. */
const placeCount = 5000

/** The lattice of squares up to 16 px: places where three by three points, one square apart, alternate. */
export function latticeOfSmallSquares(image: RgbaImage): Lattice | null {
  const longSide = Math.max(image.width, image.height)
  const lattices = alternationsBySize(image)
    .slice(0, 2)
    .map(({ size, alternations }) => fitLattice(alternations, size, longSide, perfectCoherence.squares))
    .filter((one) => one !== null)
  const weight = ({ coherence, count }: Lattice) => coherence * Math.sqrt(count)
  return lattices.sort((a, b) => weight(b) - weight(a))[0] ?? null
}

/** Sizes of squares in px, so close that each real size is within 4 % of one. */
function sizesFor(image: RgbaImage): number[] {
  const largest = Math.min(16 * searchStep(image), Math.min(image.width, image.height) / 2.6)
  const sizes: number[] = []
  for (let size = 2.6; size <= largest; size *= size < 8 ? 1.055 : 1.075) sizes.push(size)
  return sizes
}

/** The sizes at which something alternates, most alternations first. */
function alternationsBySize(image: RgbaImage) {
  const places = opaquePlaces(image)
  const found: { size: number; alternations: Alternation[] }[] = []
  for (const size of sizesFor(image)) {
    const alternations = alternationsAt(image, places, Math.round(size), Math.round(2 * size))
    if (alternations.length >= 3) found.push({ size, alternations })
  }
  return found.sort((a, b) => b.alternations.length - a.alternations.length)
}

/** Where two squares' length fits to the right and below. */
function alternationsAt({ pixels, width, height }: RgbaImage, places: Int32Array, one: number, two: number) {
  const alternations: Alternation[] = []
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i]!, places[i + 1]!]
    if (x + two >= width || y + two >= height) continue
    const at = (y * width + x) * 4
    if (isAlternating(pixels, at, one * 4, two * 4, one * width * 4, two * width * 4))
      alternations.push(alternationOf(pixels, x, y, at, at + one * 4))
  }
  return alternations
}

/** Five points of one colour and four of the other, as on three by three squares; the likeliest to fail come first. */
function isAlternating(
  pixels: RgbaImage['pixels'],
  at: number,
  right: number,
  right2: number,
  down: number,
  down2: number,
): boolean {
  const limit = maxSquaredDeviation(pixels, at, at + right)
  return (
    limit > 0 &&
    hasColourOf(pixels, at + down, at + right, limit) &&
    hasColourOf(pixels, at + down + right, at, limit) &&
    hasColourOf(pixels, at + right2, at, limit) &&
    hasColourOf(pixels, at + down2, at, limit) &&
    hasColourOf(pixels, at + down2 + right2, at, limit) &&
    hasColourOf(pixels, at + down + right2, at + right, limit) &&
    hasColourOf(pixels, at + down2 + right, at + right, limit)
  )
}

/** A random place in each cell of a grid (jittered sampling, the same in every run), where opaque: x, y, x, y … */
function opaquePlaces({ pixels, width, height }: RgbaImage): Int32Array {
  const step = Math.max(1, Math.sqrt((width * height) / placeCount))
  const places: number[] = []
  let state = 12345
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  for (let top = 0; top < height; top += step)
    for (let left = 0; left < width; left += step) {
      const x = Math.min(width - 1, Math.floor(left + random() * step))
      const y = Math.min(height - 1, Math.floor(top + random() * step))
      if (pixels[(y * width + x) * 4 + 3]! >= minSquareAlpha) places.push(x, y)
    }
  return Int32Array.from(places)
}
