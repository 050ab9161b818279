import type { RgbaImage } from '../rgba-image.ts'
import type { SolidBox } from './solid-box.ts'

/**
 * The box squashed to `side` x `side` cells: red, green, blue and opacity of each (0 to 255), composited on middle
 * grey. Opacity is stretched from `minAlpha` to `maxAlpha`, so that shadows and haze vanish.
 */
export function rasterize({ pixels, width }: RgbaImage, box: SolidBox, side: number): Float32Array {
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
interface CellSpan {
  positions: Uint32Array
  weights: Float64Array
}

/**
 * Pixels that are read for a cell along one axis at most: of larger images evenly spread pixels stand for all, which
 * bounds the cost at that of a quarter of a megapixel.
 */
const maxSamples = 8

/**
 * The triangle filter: a cell reaches to the centres of its neighbours, and over a pixel at least, so that small images
 * are interpolated and look like large ones that were scaled down.
 */
function cellSpans(from: number, to: number, side: number): CellSpan[] {
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

/**
 * The pixels that lie within the box as a whole. Those on its border are partly clear and as wide as a cell in a small
 * copy, where they would be drawn as an edge that the original has not.
 */
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
