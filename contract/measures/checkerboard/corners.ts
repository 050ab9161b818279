import type { RgbaImage } from '../rgba-image.ts'
import { type Alternation, alternationOf, hasColourOf, maxSquaredDeviation, searchStep } from './alternation.ts'

/** More places than these are a pattern of its own; the first ones tell enough. */
const maxPlaces = 6000

/** Corners of squares: where four flat quarters meet crosswise, told by twelve points. Few need to be seen whole. */
export function cornersOf(image: RgbaImage): Alternation[] {
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
