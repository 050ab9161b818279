import { medianOf, type RgbaImage } from './rgba-image.ts'

/** Rows and columns that are looked at. */
const lineCount = 60
/** Of 510: smaller rises are no edges. */
const minRise = 96
/** Fewer edges than these say nothing. */
const minEdges = 80
/** Pixels that the sharpest edges need from one side to the other: an edge drawn at this size needs one or two. */
const minWidth = 2.8
/** The share of edges that must be about as wide as the sharpest: smoke and shadows have soft edges of every width. */
const minEqualShare = 0.5

/**
 * The factor by which a picture seems to have been enlarged, or null: no edge in it is sharp, and most are blurred
 * alike, as by interpolation. Enlarged pixels (pixel art) are sharp and never said.
 */
export function enlargementOf(image: RgbaImage): number | null {
  const widths = edgeWidths(image).sort((a, b) => a - b)
  if (widths.length < minEdges) return null
  const sharpest = widths[Math.floor(widths.length * 0.05)]!
  if (sharpest < minWidth) return null
  const equal = widths.filter((width) => width <= sharpest * 1.6)
  if (equal.length < minEqualShare * widths.length) return null
  return Math.round((medianOf(equal) / 1.5) * 10) / 10
}

/** The rise of each edge, divided by the steepest rise from one pixel to the next: its width in pixels. */
function edgeWidths({ pixels, width, height }: RgbaImage): number[] {
  const widths: number[] = []
  // Alpha and premultiplied green together, so that the edges of a cut-out count as well: 0 to 510.
  const valueAt = (at: number) => pixels[at + 3]! * (1 + pixels[at + 1]! / 255)
  const rowStep = Math.max(1, Math.round(height / lineCount))
  const columnStep = Math.max(1, Math.round(width / lineCount))
  for (let y = rowStep >> 1; y < height; y += rowStep)
    addWidths((place) => valueAt((y * width + place) * 4), width, widths)
  for (let x = columnStep >> 1; x < width; x += columnStep)
    addWidths((place) => valueAt((place * width + x) * 4), height, widths)
  return widths
}

/** Each monotonic run of values that rises or falls far enough. */
function addWidths(valueAt: (place: number) => number, length: number, widths: number[]) {
  let [start, last, steepest] = [valueAt(0), valueAt(0), 0]
  for (let place = 1; place < length; place++) {
    const value = valueAt(place)
    const step = value - last
    if (step * steepest < 0 || Math.abs(step) < 1) {
      if (Math.abs(last - start) >= minRise) widths.push(Math.abs(last - start) / Math.abs(steepest))
      start = last
      steepest = 0
    }
    if (Math.abs(step) > Math.abs(steepest)) steepest = step
    last = value
  }
}
