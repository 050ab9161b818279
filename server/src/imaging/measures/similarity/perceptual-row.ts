import { planesLength } from '@vitrine/contract/calls/back-office/uploads'
import type { RgbaImage } from '#imaging/measures/rgba-image'
import { type DctHash, dctHash } from './dct-hash.ts'
import { type SolidBox, solidBox } from './solid-box.ts'

/**
 * What is kept of an image to find it again at any size, margin and encoding, in any of the eight orientations, in
 * other colours or with a shadow: 2,304 bytes of planes, 16 bytes of hash and the aspect ratio. Everything is measured
 * within the box of what is solid, squashed to a square.
 */
export interface PerceptualRow {
  /** Hash of the edges, which finds candidates. */
  hash: DctHash
  /** Hundredths of the natural logarithm of width / height of the box; the negative one where it is transposed. */
  aspect: number
  /** Mean of the opacity within the box, 0 to 255, which is the same in each orientation. */
  opacity: number
  /** The planes one after the other, as stored; `planesOf` names them. */
  planes: Uint8Array
}

export const coarseSide = 16
export const fineSide = 32
const coarse = coarseSide * coarseSide
const fine = fineSide * fineSide

export type Planes = ReturnType<typeof planesOf>

/** Values of 0 to 255, row by row, on middle grey where the image is clear. */
export const planesOf = ({ planes }: Pick<PerceptualRow, 'planes'>) => ({
  /** Strength of edges in whichever channel has the strongest, so that recolouring keeps it. */
  edges: planes.subarray(0, coarse),
  opacity: planes.subarray(coarse, 2 * coarse),
  lightness: planes.subarray(2 * coarse, 2 * coarse + fine),
  /** Red, green and blue of each cell. */
  colour: planes.subarray(2 * coarse + fine),
})

/**
 * Measures an image from its full-size pixels, or from what `solidBox` leaves of them scaled to 320 pixels or more: a
 * small copy of the whole image loses 4 % of the copies with other margins. Null when no pixel is visible.
 */
export function perceptualRow(image: RgbaImage): PerceptualRow | null {
  const box = solidBox(image)
  if (!box) return null
  const raster = rasterize(image, box, rasterSide)
  const planes = new Uint8Array(planesLength)
  const { edges, opacity, lightness, colour } = planesOf({ planes })
  edges.set(clamped(meansOfBlocks(edgeStrengths(raster), 4).map((value) => value * edgeScale)))
  opacity.set(clamped(meansOfBlocks(channel(raster, 3), 4)))
  lightness.set(clamped(meansOfBlocks(luma(raster), 2)))
  for (let c = 0; c < 3; c++)
    meansOfBlocks(channel(raster, c), 4).forEach((value, at) => {
      colour[at * 3 + c] = value
    })
  return rowOfPlanes(Math.round(100 * Math.log((box.right - box.left) / (box.bottom - box.top))), planes)
}

/** Cells along each side of the raster that all planes are derived from. */
const rasterSide = 64

/** Of 255: stronger edges count as this, so that a weak edge counts nearly as much as a strong one. */
const maxEdge = 64

/** From the range of edges, 0 to `maxEdge`, to nearly that of a byte. */
const edgeScale = 3.9

/** Length of the gradient by central differences, of the channel where it is greatest, opacity included. */
function edgeStrengths(raster: Float32Array): Float32Array {
  const last = rasterSide - 1
  const rowLength = rasterSide * 4
  return Float32Array.from({ length: rasterSide * rasterSide }, (_, cell) => {
    const x = cell % rasterSide
    const y = (cell - x) / rasterSide
    const at = cell * 4
    const [left, right] = [x > 0 ? at - 4 : at, x < last ? at + 4 : at]
    const [above, below] = [y > 0 ? at - rowLength : at, y < last ? at + rowLength : at]
    let squared = 0
    for (let c = 0; c < 4; c++) {
      const across = raster[right + c]! - raster[left + c]!
      const down = raster[below + c]! - raster[above + c]!
      squared = Math.max(squared, across * across + down * down)
    }
    return Math.min(maxEdge, Math.sqrt(squared))
  })
}

/** A row on its way between two processes: the hash follows from the planes, which are hexadecimal digits. */
export interface PackedRow {
  aspect: number
  planes: string
}

export const packRow = ({ aspect, planes }: PerceptualRow): PackedRow => ({ aspect, planes: planes.toHex() })

export const unpackRow = ({ aspect, planes }: PackedRow): PerceptualRow =>
  rowOfPlanes(aspect, Uint8Array.fromHex(planes))

/** A row from what is stored of it: all else follows from the planes. */
export function rowOfPlanes(aspect: number, planes: Uint8Array): PerceptualRow {
  const { edges, opacity } = planesOf({ planes })
  const mean = opacity.reduce((sum, value) => sum + value, 0) / coarse
  return { hash: dctHash(edges), aspect, opacity: Math.round(mean), planes }
}

const channel = (raster: Float32Array, c: number) =>
  Float32Array.from({ length: raster.length / 4 }, (_, cell) => raster[cell * 4 + c]!)

/** ITU-R BT.601. */
const luma = (raster: Float32Array) =>
  Float32Array.from(
    { length: raster.length / 4 },
    (_, cell) => 0.299 * raster[cell * 4]! + 0.587 * raster[cell * 4 + 1]! + 0.114 * raster[cell * 4 + 2]!,
  )

function meansOfBlocks(values: Float32Array, size: number): Float32Array {
  const side = rasterSide / size
  const means = new Float32Array(side * side)
  for (let y = 0; y < rasterSide; y++)
    for (let x = 0; x < rasterSide; x++)
      means[Math.floor(y / size) * side + Math.floor(x / size)]! += values[y * rasterSide + x]! / (size * size)
  return means
}

const clamped = (values: Float32Array) => Uint8ClampedArray.from(values)

/** RGB and opacity of each cell, 0 to 255, on middle grey; opacity is stretched, so that shadows and haze vanish. */
function rasterize({ pixels, width }: RgbaImage, box: SolidBox, side: number): Float32Array {
  const columns = cellSpans(box.left, box.right, side)
  const rows = cellSpans(box.top, box.bottom, side)
  const opacity = opacityTable(box)
  const raster = new Float32Array(side * side * 4)
  const mean = new Float64Array(4)
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++, at += 4) {
      meanOfCell(mean, { pixels, width, opacity }, columns[x]!, rows[y]!)
      const grey = 128 * (1 - mean[3]!)
      for (let c = 0; c < 3; c++) raster[at + c] = mean[c]! + grey
      raster[at + 3] = mean[3]! * 255
    }
  return raster
}

/** The pixels of a cell along one axis, and the weight of each. */
type CellSpan = ReturnType<typeof cellSpans>[number]

/** Of larger images evenly spread pixels stand for all, which bounds the cost at that of a quarter of a megapixel. */
const maxSamples = 8

/** The triangle filter covers a pixel at least, so that small images look like large ones that were scaled down. */
function cellSpans(from: number, to: number, side: number) {
  const cell = (to - from) / side
  const reach = Math.max(1, cell)
  const step = Math.max(1, Math.floor((2 * reach) / maxSamples))
  const { first, last } = wholePixels(from, to)
  return Array.from({ length: side }, (_, index) => {
    const centre = from + (index + 0.5) * cell
    const positions: number[] = []
    const weights: number[] = []
    for (let at = Math.ceil(centre - reach - 0.5); at + 0.5 < centre + reach; at += step) {
      if (at + 0.5 <= centre - reach) continue
      positions.push(Math.min(last, Math.max(first, at)))
      weights.push(1 - Math.abs(at + 0.5 - centre) / reach)
    }
    return { positions: Uint32Array.from(positions), weights: Float64Array.from(weights) }
  })
}

/** Leaves out the partly clear border, which a small copy would show as an edge that the original does not have. */
function wholePixels(from: number, to: number): { first: number; last: number } {
  const [first, last] = [Math.ceil(from - maxOutside), Math.floor(to + maxOutside) - 1]
  return first <= last ? { first, last } : { first: Math.floor(from), last: Math.ceil(to) - 1 }
}

/** Of a pixel: just more than what interpolating the box cuts off an opaque one. */
const maxOutside = 0.11

/** The stretched opacity (0 to 1) of each alpha. */
function opacityTable({ minAlpha, maxAlpha }: SolidBox): Float64Array {
  const range = Math.max(1, maxAlpha - minAlpha)
  return Float64Array.from({ length: 256 }, (_, alpha) => Math.min(1, Math.max(0, (alpha - minAlpha) / range)))
}

interface Pixels {
  pixels: RgbaImage['pixels']
  width: number
  opacity: Float64Array
}

/** Writes the mean red, green and blue, premultiplied, and opacity into `mean`. */
function meanOfCell(mean: Float64Array, { pixels, width, opacity }: Pixels, columns: CellSpan, rows: CellSpan): void {
  let [red, green, blue, alpha, area] = [0, 0, 0, 0, 0]
  for (let j = 0; j < rows.positions.length; j++) {
    const line = rows.positions[j]! * width
    for (let i = 0; i < columns.positions.length; i++) {
      const at = (line + columns.positions[i]!) * 4
      const weight = columns.weights[i]! * rows.weights[j]!
      const opaque = weight * opacity[pixels[at + 3]!]!
      area += weight
      red += opaque * pixels[at]!
      green += opaque * pixels[at + 1]!
      blue += opaque * pixels[at + 2]!
      alpha += opaque
    }
  }
  mean[0] = red / area
  mean[1] = green / area
  mean[2] = blue / area
  mean[3] = alpha / area
}
