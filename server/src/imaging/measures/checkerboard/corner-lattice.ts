import { colourDistance, type Rectangle, type RgbaImage } from '#imaging/measures/rgba-image'
import { type Alternation, alternationOf, hasColourOf, maxSquaredDeviation, searchStep } from './alternation.ts'
import { fitLattice, type Lattice, perfectCoherence } from './lattice.ts'

/** The lattice of larger squares; each pair of colours is looked at by itself. */
export function latticeOfCorners(image: RgbaImage): CornerLattice | null {
  const longSide = Math.max(image.width, image.height)
  const weight = ({ fit, corners }: CornerLattice) => fit * Math.sqrt(corners)
  const lattices = groupByColours(cornersOf(image)).map((corners) => fitCorners(corners, longSide))
  return lattices.filter((one) => one !== null).sort((a, b) => weight(b) - weight(a))[0] ?? null
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

export type CornerLattice = ReturnType<typeof describe>

/** A lattice fitted to corners of squares, with what of it can be seen. */
function describe(lattice: Lattice, corners: Alternation[]) {
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
    /** Corners that lie on it with the right polarity. */
    onLattice,
    /** How many these are, and their share of all corners of these colours. */
    corners: onLattice.length,
    fit: onLattice.length / corners.length,
    /** Pairs of corners on the lattice that are neighbours in a row or a column. */
    neighbours: neighbourPairs(places),
    /** Columns and rows of the lattice with a corner. */
    columns: new Set(places.map((place) => place.column)).size,
    rows: new Set(places.map((place) => place.row)).size,
    /** RGB distance of the two colours. */
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

/** More places than these are a pattern of its own; the first ones tell enough. */
const maxPlaces = 6000

/** Corners of squares: where four flat quarters meet crosswise, told by twelve points. Few need to be seen whole. */
function cornersOf(image: RgbaImage): Alternation[] {
  const { pixels, width, height } = image
  const step = searchStep(image)
  const [reach, half] = [4 * step, 2 * step]
  const offsets = offsetsOf(width, reach, half)
  const places: Alternation[] = []
  for (let y = reach; y < height - reach; y += half)
    for (let x = reach; x < width - reach; x += half) {
      const at = (y * width + x) * 4
      if (!isCorner(pixels, at, offsets)) continue
      places.push(alternationOf(pixels, x, y, at + offsets.northWest, at + offsets.northEast))
      if (places.length > maxPlaces) return merge(places, 3 * step).map((corner) => centred(image, corner, offsets))
    }
  return merge(places, 3 * step).map((corner) => centred(image, corner, offsets))
}

type Offsets = ReturnType<typeof offsetsOf>

/** Offsets in bytes from the corner to points of the north-western colour and of the other one. */
function offsetsOf(width: number, reach: number, half: number) {
  const offset = (x: number, y: number) => (y * width + x) * 4
  return {
    northWest: offset(-reach, -reach),
    northEast: offset(reach, -reach),
    southEast: offset(reach, reach),
    southWest: offset(-reach, reach),
    like: [offset(-reach, -half), offset(-half, -reach), offset(reach, half), offset(half, reach)],
    unlike: [offset(reach, -half), offset(half, -reach), offset(-reach, half), offset(-half, reach)],
  }
}

function isCorner(pixels: RgbaImage['pixels'], at: number, offsets: Offsets): boolean {
  const [northWest, northEast] = [at + offsets.northWest, at + offsets.northEast]
  const limit = maxSquaredDeviation(pixels, northWest, northEast)
  if (limit === 0) return false
  if (!hasColourOf(pixels, at + offsets.southEast, northWest, limit)) return false
  if (!hasColourOf(pixels, at + offsets.southWest, northEast, limit)) return false
  if (!hasColourOf(pixels, northWest, northWest, limit)) return false
  // Points nearer the axes may be blurred a little more.
  for (const offset of offsets.like) if (!hasColourOf(pixels, at + offset, northWest, limit * 1.5)) return false
  for (const offset of offsets.unlike) if (!hasColourOf(pixels, at + offset, northEast, limit * 1.5)) return false
  return true
}

/** The corner in the middle of all places around it that pass for one: steps of the search bend a small lattice. */
function centred(image: RgbaImage, corner: Alternation, offsets: Offsets): Alternation {
  const step = searchStep(image)
  const reach = 4 * step
  let [count, sumX, sumY] = [0, 0, 0]
  for (let y = Math.round(corner.y) - 2 * step; y <= corner.y + 2 * step; y += step)
    for (let x = Math.round(corner.x) - 2 * step; x <= corner.x + 2 * step; x += step) {
      const isInside = x >= reach && y >= reach && x < image.width - reach && y < image.height - reach
      if (!isInside || !isCorner(image.pixels, (y * image.width + x) * 4, offsets)) continue
      count++
      sumX += x
      sumY += y
    }
  return count ? { ...corner, x: sumX / count, y: sumY / count } : corner
}

/** One corner for neighbouring places of one polarity, in their mean. */
function merge(places: Alternation[], distance: number): Alternation[] {
  const cells = new Map<number, { corner: Alternation; count: number }>()
  const corners: Alternation[] = []
  for (const place of places) {
    const near = nearestCorner(cells, place, distance)
    if (near) {
      near.count++
      near.corner.x += (place.x - near.corner.x) / near.count
      near.corner.y += (place.y - near.corner.y) / near.count
    } else {
      const corner = { ...place }
      cells.set(cellKey(Math.floor(place.x / distance), Math.floor(place.y / distance)), { corner, count: 1 })
      corners.push(corner)
    }
  }
  return corners
}

const cellKey = (column: number, row: number) => row * 65536 + column

function nearestCorner(
  cells: Map<number, { corner: Alternation; count: number }>,
  place: Alternation,
  distance: number,
) {
  const [column, row] = [Math.floor(place.x / distance), Math.floor(place.y / distance)]
  for (let down = -1; down <= 1; down++)
    for (let across = -1; across <= 1; across++) {
      const cell = cells.get(cellKey(column + across, row + down))
      if (!cell || cell.corner.polarity !== place.polarity) continue
      const isNear = Math.abs(cell.corner.x - place.x) <= distance && Math.abs(cell.corner.y - place.y) <= distance
      if (isNear) return cell
    }
  return undefined
}
