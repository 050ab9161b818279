import { clipped, type Rectangle, type RgbaImage } from '#imaging/measures/rgba-image'
import {
  type Alternation,
  alternationOf,
  hasColourOf,
  maxSquaredDeviation,
  minSquareAlpha,
  searchStep,
} from './alternation.ts'
import { fitLattice, type Lattice, perfectCoherence } from './lattice.ts'

/** Places that are looked at for each size, in pictures or parts of them of any size. */
const placeCount = 10_000

/** The lattice of squares up to 16 px: places where three by three points, one square apart, alternate. */
export function latticeOfSmallSquares(image: RgbaImage): Lattice | null {
  const longSide = Math.max(image.width, image.height)
  const lattices = alternationsBySize(image)
    .slice(0, 2)
    .map((found) => (found.alternations.length < fewAlternations ? lookCloser(image, found) : found))
    .filter(({ alternations }) => alternations.length >= minAlternations)
    .map(({ size, alternations }) => fitLattice(alternations, size, longSide, perfectCoherence.squares))
    .filter((one) => one !== null)
  const weight = ({ coherence, count }: Lattice) => coherence * Math.sqrt(count)
  return lattices.sort((a, b) => weight(b) - weight(a))[0] ?? null
}

/** Fewer than these tell the size of the squares badly. */
const fewAlternations = 100

/** Fewer than these, after a closer look, are chance: three by three squares of 4 px have sixteen. */
const minAlternations = 12

/** Looks at all places, as far as `placeCount` allows, in the part of the picture where a few alternate. */
function lookCloser(image: RgbaImage, { size, alternations }: AlternationsOfSize): AlternationsOfSize {
  const [xs, ys] = [alternations.map(({ x }) => x), alternations.map(({ y }) => y)]
  const margin = Math.round(2 * size)
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const part = clipped(image, left, top, Math.max(...xs) + margin, Math.max(...ys) + margin)
  return { size, alternations: alternationsAt(image, opaquePlaces(image, part), Math.round(size), margin) }
}

/** Sizes of squares in px, so close that each real size is within 4 % of one. */
function sizesFor(image: RgbaImage): number[] {
  const largest = Math.min(16 * searchStep(image), Math.min(image.width, image.height) / 2.6)
  const sizes: number[] = []
  for (let size = 2.6; size <= largest; size *= size < 8 ? 1.055 : 1.075) sizes.push(size)
  return sizes
}

interface AlternationsOfSize {
  /** The side of a square in px, to within 4 %. */
  size: number
  alternations: Alternation[]
}

function alternationsBySize(image: RgbaImage): AlternationsOfSize[] {
  const places = opaquePlaces(image, { left: 0, top: 0, width: image.width, height: image.height })
  return sizesFor(image)
    .map((size) => ({ size, alternations: alternationsAt(image, places, Math.round(size), Math.round(2 * size)) }))
    .filter(({ alternations }) => alternations.length >= 3)
    .sort((a, b) => b.alternations.length - a.alternations.length)
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
function opaquePlaces({ pixels, width }: RgbaImage, part: Rectangle): Int32Array {
  const step = Math.max(1, Math.sqrt((part.width * part.height) / placeCount))
  const [right, bottom] = [part.left + part.width, part.top + part.height]
  const places: number[] = []
  let state = 12345
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  for (let top = part.top; top < bottom; top += step)
    for (let left = part.left; left < right; left += step) {
      const x = Math.min(right - 1, Math.floor(left + random() * step))
      const y = Math.min(bottom - 1, Math.floor(top + random() * step))
      if (pixels[(y * width + x) * 4 + 3]! >= minSquareAlpha) places.push(x, y)
    }
  return Int32Array.from(places)
}
