import { clipped, medianOf, type Point, type Rectangle, type RgbaImage } from '#imaging/measures/rgba-image'
import { searchStep } from './alternation.ts'
import { type CornerLattice, latticeOfCorners } from './corner-lattice.ts'
import type { Lattice } from './lattice.ts'
import { latticeOfSmallSquares } from './small-squares.ts'
import { type WholeSquares, wholeSquaresOf } from './whole-squares.ts'

/** Finds the checkerboard that editors show for transparency, painted into a picture, without looking at all pixels. */
export function findCheckerboard(image: RgbaImage) {
  if (image.width < minSide || image.height < minSide) return null
  const corners = latticeOfCorners(image)
  if (corners && isPaintedByCorners(corners)) {
    if (!isBalanced(image, corners.onLattice, corners.width)) return null
    return { lattice: corners, origin: originOf(corners, 0), box: within(corners.box, image) }
  }
  const lattice = latticeOfSmallSquares(image)
  if (!lattice) return null
  const squares = wholeSquaresOf(image, lattice)
  // Where squares are large enough to have corners, corners there must be: dots of a slanting halftone have none.
  const isLarge = lattice.width > 12 * searchStep(image)
  if (!isPaintedBySquares(lattice, squares) || (isLarge && !hasCornersOf(corners, lattice))) return null
  if (!isBalanced(image, squares.crossings, lattice.width)) return null
  return { lattice, origin: originOf(lattice, 0.5), box: within(squares.box, image) }
}

/** A corner's place: the waves' maximum where the lattice was fitted to corners, else half a square (0.5) away. */
const originOf = ({ width, height, phaseX, phaseY }: Lattice, shift: 0 | 0.5): Point => ({
  x: (-phaseX / Math.PI - shift) * width,
  y: (-phaseY / Math.PI - shift) * height,
})

/** Sides in px below which no board can be told. */
const minSide = 12

/** RGB distances. Editors show close tones: #fff and #ccc are 88 apart, #fff and #bfbfbf 111, black and white 442. */
const minContrast = 10
const maxContrast = 125
/** The largest difference of a grey's channels. Editors show boards in grey, so less evidence will do. */
const maxGreyChroma = 24

/** Sides in px: dithering has smaller squares. */
const minSquareSide = 3.1

/** The share by which the sides of a square may differ where few corners tell of it: these lie within a pixel. */
const maxStretch = 0.06

const hasEditorContrast = (contrast: number) => contrast >= minContrast && contrast <= maxContrast

const isGrey = ({ light, dark }: Lattice) =>
  [light, dark].every((colour) => Math.max(...colour) - Math.min(...colour) < maxGreyChroma)

function isPaintedBySquares(lattice: Lattice, { squares, contrast }: WholeSquares): boolean {
  if (!hasEditorContrast(contrast) || lattice.coherence < 0.8 || lattice.width < minSquareSide) return false
  return squares >= (isGrey(lattice) ? 9 : 14)
}

function isPaintedByCorners(lattice: CornerLattice): boolean {
  const { contrast, coherence, corners, neighbours, fit } = lattice
  if (!hasEditorContrast(contrast) || coherence < 0.8) return false
  if (fit < 0.85 || corners < (isGrey(lattice) ? 4 : 5)) return false
  // Tiles and pixels in many tones have corners here and there; those of a board have others beside them.
  return neighbours >= corners / 2 && (corners >= 10 ? areSpread(lattice) : areExact(lattice))
}

/** Many corners: two rows of them must lie well, a single row must be without a gap and exact. */
function areSpread({ coherence, corners, fit, columns, rows }: CornerLattice): boolean {
  const spread = Math.min(columns, rows)
  if (spread === 1) return corners === columns * rows && fit === 1 && coherence > 0.995
  return spread >= 3 || coherence >= 0.97
}

/** A few corners lie on some lattice by chance, but hardly on one of squares; a scaled board keeps its proportions. */
function areExact(lattice: CornerLattice): boolean {
  const { coherence, corners, columns, rows, width, height } = lattice
  const isRow = Math.min(columns, rows) === 1
  if (isRow) return isGrey(lattice) && corners >= 5 && areSpread(lattice)
  if (Math.abs(width / height - 1) > maxStretch || (corners < 5 && corners !== columns * rows)) return false
  return coherence >= 0.93 && areSpread(lattice)
}

const hasCornersOf = (corners: CornerLattice | null, { width }: Lattice) =>
  corners !== null && corners.corners >= 4 && corners.fit > 0.6 && Math.abs(corners.width / width - 1) < 0.06

/** In whole pixels and inside of the picture. */
const within = ({ left, top, width, height }: Rectangle, image: RgbaImage) =>
  clipped(image, Math.round(left), Math.round(top), Math.round(left + width), Math.round(top + height))

const maxCorners = 150
/** Fewer corners than these tell nothing of the balance. */
const minCorners = 20
/** How far the mean around a corner may lie from the middle of both tones: the median of all corners, 0 to 0.5. */
const maxImbalance = 0.12

/** Whether both tones cover the same area; dots of a halftone are too small on one side and too large on the other. */
function isBalanced(image: RgbaImage, corners: Point[], side: number): boolean {
  const step = Math.ceil(corners.length / maxCorners)
  const imbalances = corners
    .filter((_, at) => at % step === 0)
    .map((corner) => imbalanceAt(image, corner, side))
    .filter((one) => one !== null)
  return imbalances.length < minCorners || medianOf(imbalances) <= maxImbalance
}

/** Null where the window around the corner shows anything but two tones, or does not lie inside of the picture. */
function imbalanceAt({ pixels, width, height }: RgbaImage, { x, y }: Point, side: number): number | null {
  const reach = Math.max(2, side * 0.3)
  const [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach]
  if (left < 0 || top < 0 || right > width - 1 || bottom > height - 1) return null
  const brightness = (column: number, row: number) => {
    const at = (row * width + column) * 4
    return pixels[at]! + pixels[at + 1]! + pixels[at + 2]!
  }
  const apart = Math.max(1.5, Math.min(side / 2, 4))
  const at = (across: number, down: number) => brightness(Math.round(x + across * apart), Math.round(y + down * apart))
  const [rising, falling] = [(at(1, -1) + at(-1, 1)) / 2, (at(1, 1) + at(-1, -1)) / 2]
  if (rising === falling) return null
  let [sum, count] = [0, 0]
  for (let row = Math.ceil(top); row <= bottom; row++)
    for (let column = Math.ceil(left); column <= right; column++) {
      // From one tone (0) to the other (1).
      const position = (brightness(column, row) - falling) / (rising - falling)
      if (position < -0.5 || position > 1.5) return null
      sum += position
      count++
    }
  return Math.abs(sum / count - 0.5)
}
