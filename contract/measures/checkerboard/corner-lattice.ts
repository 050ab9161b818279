import { colourDistance, type Rectangle, type RgbaImage } from '../rgba-image.ts'
import type { Alternation } from './alternation.ts'
import { cornersOf } from './corners.ts'
import { fitLattice, type Lattice, perfectCoherence } from './lattice.ts'

/** A lattice fitted to corners of squares, with what of it can be seen. */
export interface CornerLattice extends Lattice {
  /** Corners that lie on it with the right polarity. */
  onLattice: Alternation[]
  /** How many these are, and their share of all corners of these colours. */
  corners: number
  fit: number
  /** Pairs of corners on the lattice that are neighbours in a row or a column. */
  neighbours: number
  /** Columns and rows of the lattice with a corner. */
  columns: number
  rows: number
  /** RGB distance of the two colours. */
  contrast: number
  box: Rectangle
}

/** The lattice of larger squares; each pair of colours is looked at by itself. */
export function latticeOfCorners(image: RgbaImage): CornerLattice | null {
  const longSide = Math.max(image.width, image.height)
  const weight = ({ fit, corners }: CornerLattice) => fit * Math.sqrt(corners)
  return groupByColours(cornersOf(image))
    .map((corners) => fitCorners(corners, longSide))
    .filter((one) => one !== null)
    .reduce<CornerLattice | null>((best, one) => (best && weight(best) >= weight(one) ? best : one), null)
}

/** RGB distance of both colours together, squared, within which two corners belong to one board. */
const maxPairDistance = 4200
const maxGroups = 5

/** The corners of the five commonest pairs of colours. */
function groupByColours(corners: Alternation[]): Alternation[][] {
  const groups: Alternation[][] = []
  let rest = corners
  while (rest.length >= 4 && groups.length < maxGroups) {
    const group = largestGroup(rest)
    if (group.length < 4) break
    groups.push(group)
    const isGrouped = new Set(group)
    rest = rest.filter((corner) => !isGrouped.has(corner))
  }
  return groups
}

/** The corners with the colours of one of forty candidates, whichever has the most. */
function largestGroup(corners: Alternation[]): Alternation[] {
  let largest: Alternation[] = []
  for (let at = 0; at < corners.length; at += Math.ceil(corners.length / 40)) {
    const { light, dark } = corners[at]!
    const group = corners.filter(
      (one) => colourDistance(one.light, light) ** 2 + colourDistance(one.dark, dark) ** 2 < maxPairDistance,
    )
    if (group.length > largest.length) largest = group
  }
  return largest
}

/** The smallest size that corners can be told from each other at, in px. */
const minSize = 6

function fitCorners(corners: Alternation[], longSide: number): CornerLattice | null {
  const distances = neighbourDistances(corners)
  if (distances.length < 2) return null
  const middle = distances[distances.length >> 1]!
  const candidates = new Set([middle, distances[distances.length >> 2]!, distances[0]!, middle / 2])
  let best: Lattice | null = null
  for (const size of candidates) {
    const lattice = size >= minSize ? fitLattice(corners, size, longSide, perfectCoherence.corners) : null
    // Half the size fits as well as the size: a smaller one must be clearly better.
    if (lattice && (!best || lattice.coherence > best.coherence + 0.05)) best = lattice
  }
  return best && withoutOutliers(best, corners, longSide)
}

/** Fitted once more to the corners that lie on the lattice: a single stray one bends the lattice of a few. */
function withoutOutliers(lattice: Lattice, corners: Alternation[], longSide: number): CornerLattice {
  const first = describe(lattice, corners)
  if (first.fit === 1 || first.fit < 0.8) return first
  const refitted = fitLattice(first.onLattice, lattice.width, longSide, perfectCoherence.corners)
  return refitted ? describe(refitted, corners) : first
}

/** Distances in px to the nearest corner in the same row and in the same column, ascending, of at most 300 corners. */
function neighbourDistances(corners: Alternation[]): number[] {
  const step = Math.ceil(corners.length / 300)
  return corners
    .filter((_, at) => at % step === 0)
    .flatMap((corner) => nearestInRowAndColumn(corner, corners))
    .filter((distance) => distance < Infinity)
    .sort((a, b) => a - b)
}

function nearestInRowAndColumn({ x, y }: Alternation, corners: Alternation[]): [number, number] {
  let [inRow, inColumn] = [Infinity, Infinity]
  for (const other of corners) {
    const across = Math.abs(other.x - x)
    const down = Math.abs(other.y - y)
    if (down < 2.5 && across > 5) inRow = Math.min(inRow, across)
    if (across < 2.5 && down > 5) inColumn = Math.min(inColumn, down)
  }
  return [inRow, inColumn]
}

function describe(lattice: Lattice, corners: Alternation[]): CornerLattice {
  const column = ({ x }: Alternation) => x / lattice.width + lattice.phaseX / Math.PI
  const row = ({ y }: Alternation) => y / lattice.height + lattice.phaseY / Math.PI
  // Corners are found to within 1.6 px, and on large squares to within a tenth of the side.
  const tolerance = Math.max(0.1, 1.6 / lattice.width)
  const isOnLattice = (corner: Alternation) => {
    const [u, v] = [column(corner), row(corner)]
    const [i, j] = [Math.round(u), Math.round(v)]
    const isNear = Math.abs(u - i) < tolerance && Math.abs(v - j) < tolerance
    return isNear && ((i + j) & 1 ? -1 : 1) === corner.polarity
  }
  const onLattice = corners.filter(isOnLattice)
  const places = onLattice.map((corner) => ({ column: Math.round(column(corner)), row: Math.round(row(corner)) }))
  return {
    ...lattice,
    onLattice,
    corners: onLattice.length,
    fit: onLattice.length / corners.length,
    neighbours: neighbourPairs(places),
    columns: new Set(places.map((place) => place.column)).size,
    rows: new Set(places.map((place) => place.row)).size,
    contrast: colourDistance(lattice.light, lattice.dark),
    box: boxAround(onLattice, lattice),
  }
}

function neighbourPairs(places: { column: number; row: number }[]): number {
  const keyOf = (column: number, row: number) => row * 65536 + column
  const keys = new Set(places.map(({ column, row }) => keyOf(column, row)))
  const isTaken = (column: number, row: number) => (keys.has(keyOf(column, row)) ? 1 : 0)
  return places.reduce((pairs, { column, row }) => pairs + isTaken(column + 1, row) + isTaken(column, row + 1), 0)
}

/** The corners with the squares around them. */
function boxAround(corners: Alternation[], { width, height }: Lattice): Rectangle {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  if (!xs.length) return { left: 0, top: 0, width: 0, height: 0 }
  const [left, top] = [Math.min(...xs) - width, Math.min(...ys) - height]
  return { left, top, width: Math.max(...xs) + width - left, height: Math.max(...ys) + height - top }
}
