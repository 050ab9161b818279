import type { BorderSide } from '@vitrine/contract/schemas/findings'
import {
  clipped,
  colourAt,
  colourDistance,
  medianColour,
  type Point,
  type Rectangle,
  type Rgb,
  type RgbaImage,
} from '#imaging/measures/rgba-image'
import { minVisibleAlpha } from '../alpha-histogram.ts'
import {
  type Bounds,
  type ConnectedComponents,
  connectedComponents,
  isFilledRectangle,
  type Mask,
} from './connected-components.ts'

/** The most cells on which shapes are judged; above that a cell is a block of pixels. */
const maxCells = 400_000

type VisibleMask = ReturnType<typeof visibleMask>

export type Shape = NonNullable<ReturnType<typeof shapeOf>>

/** Null when nothing is visible. */
export function shapeOf(image: RgbaImage) {
  const mask = visibleMask(image)
  const bounds = boundsOf(mask)
  if (!bounds) return null
  const { step } = mask
  const { left, top, right, bottom } = bounds
  return {
    /** Of the visible part, and the share of it that is visible, 0 to 1. */
    box: clipped(image, left * step, top * step, (right + 1) * step, (bottom + 1) * step),
    fill: mask.count / areaOf(bounds),
    /** Whether it is a filled rectangle, whose corners may be rounded or cut. */
    isRectangle: isFilledRectangle(mask, bounds),
    background: backgroundOf(image, mask, bounds),
    specks: straySpecks(image, mask).specks.map(({ x, y }) => ({ x, y })),
    borders: touchedBorders(image),
  }
}

const areaOf = ({ left, top, right, bottom }: Bounds) => (right - left + 1) * (bottom - top + 1)

/** A cell is set when one of its pixels is visible, so that not even a single pixel is overlooked. */
function visibleMask({ pixels, width, height }: RgbaImage) {
  /** Pixels on each side of a cell. */
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxCells)))
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)]
  const values = new Uint8Array(columns * rows)
  for (let y = 0, at = 3; y < height; y++) {
    const row = Math.floor(y / step) * columns
    for (let column = 0, next = step, x = 0; x < width; x++, at += 4) {
      if (x === next) {
        column++
        next += step
      }
      if (pixels[at]! >= minVisibleAlpha) values[row + column] = 1
    }
  }
  return { values, width: columns, height: rows, step, count: values.reduce((sum, value) => sum + value, 0) }
}

function boundsOf({ values, width, count }: VisibleMask): Bounds | null {
  if (!count) return null
  const bounds = { left: width, top: 0, right: 0, bottom: 0 }
  bounds.top = Math.floor(values.indexOf(1) / width)
  bounds.bottom = Math.floor(values.lastIndexOf(1) / width)
  for (let y = bounds.top; y <= bounds.bottom; y++) {
    const row = values.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    bounds.left = Math.min(bounds.left, first)
    bounds.right = Math.max(bounds.right, row.lastIndexOf(1))
  }
  return bounds
}

/** A colour is a background's when it has this share of the frame and of the box, and both are nearly filled. */
const minFrameShare = 0.6
const minBackgroundShare = 0.2
const minBackgroundFill = 0.985
/** RGB distance within which a pixel has the background's colour. */
const backgroundTolerance = 20

/** The colour all around a visible part that fills its box, as a card does, and the share of the box that has it. */
function backgroundOf(image: RgbaImage, mask: VisibleMask, bounds: Bounds) {
  const area = areaOf(bounds)
  if (mask.count / area < minBackgroundFill) return null
  const frame = frameColour(image, mask, bounds)
  if (!frame || frame.share <= minFrameShare) return null
  let count = 0
  for (let y = bounds.top; y <= bounds.bottom; y++)
    for (let x = bounds.left; x <= bounds.right; x++) {
      const colour = opaqueColour(image, mask, x, y)
      if (colour && colourDistance(colour, frame.colour) < backgroundTolerance) count++
    }
  const share = count / area
  return share > minBackgroundShare ? { colour: frame.colour, share } : null
}

/** Of 255: less opaque pixels are no solid background. */
const minSolidAlpha = 200

function opaqueColour({ pixels, width }: RgbaImage, { step }: VisibleMask, x: number, y: number): Rgb | null {
  const at = (y * width + x) * step * 4
  return pixels[at + 3]! < minSolidAlpha ? null : colourAt(pixels, at)
}

/** The commonest colour on a frame slightly inside of the box, in steps of 16, and the share of the frame it has. */
function frameColour(image: RgbaImage, mask: VisibleMask, { left, top, right, bottom }: Bounds) {
  const inset = Math.max(1, Math.round(Math.min(right - left, bottom - top) * 0.01))
  const bins = new Map<number, { colour: Rgb; count: number }>()
  let total = 0
  const count = (x: number, y: number) => {
    total++
    const colour = x >= left && x <= right && y >= top && y <= bottom ? opaqueColour(image, mask, x, y) : null
    if (!colour) return
    const key = colour.reduce((sum, value) => sum * 32 + ((value + 4) >> 4), 0)
    bins.getOrInsert(key, { colour, count: 0 }).count++
  }
  for (let x = left; x <= right; x++) for (const y of [top + inset, bottom - inset]) count(x, y)
  for (let y = top; y <= bottom; y++) for (const x of [left + inset, right - inset]) count(x, y)
  const [commonest] = [...bins.values()].sort((one, other) => other.count - one.count)
  return commonest ? { colour: commonest.colour, share: commonest.count / total } : null
}

/** Cells of a component that may be a speck: up to 12 px, and where a cell is a block, two by two of them. */
const maxSpeckSize = { pixels: 12, blocks: 4 }
/** Cells around a speck in which nothing but other specks is visible, and the number that is worth saying. */
const speckDistance = 6
const minSpecks = 4
/** Of 255: fainter specks are the ends of lines that grow too thin to be drawn. */
const minSpeckAlpha = 80
/** The share of the visible part below which specks are stray: a starry sky is made of them. */
const maxSpeckShare = 0.08

interface Speck extends Point {
  label: number
  /** Red, green, blue and alpha of its most opaque pixel. */
  colour: Rgb
  alpha: number
}

/** The cells of all stray specks, as pixels; nothing else is visible in them and in the cells around them. */
export function speckCells(image: RgbaImage): Rectangle[] {
  const mask = visibleMask(image)
  const { components, specks } = straySpecks(image, mask)
  const labels = new Set(specks.map(({ label }) => label))
  const cells: Rectangle[] = []
  for (const [at, label] of components.labels.entries()) {
    if (!labels.has(label)) continue
    const [left, top] = [(at % mask.width) * mask.step, Math.floor(at / mask.width) * mask.step]
    cells.push({ left, top, width: mask.step, height: mask.step })
  }
  return cells
}

/** The stray specks of a picture: tiny components far from anything larger. Broken ends of thin lines are near it. */
function straySpecks(image: RgbaImage, mask: VisibleMask): { components: ConnectedComponents; specks: Speck[] } {
  const components = connectedComponents(mask)
  const largest = mask.step === 1 ? maxSpeckSize.pixels : maxSpeckSize.blocks
  const specks: Speck[] = []
  let area = 0
  for (const [label, size] of components.sizes.entries()) {
    if (label === 0 || size > largest || !isApart(mask, components, label, largest)) continue
    const speck = { label, ...strongestPixel(image, mask, components.firsts[label]!) }
    if (speck.alpha < minSpeckAlpha) continue
    specks.push(speck)
    area += size
  }
  const areJudged = specks.length >= minSpecks && area < maxSpeckShare * mask.count
  const areStray = areJudged && !areInLine(specks) && !haveOwnColour(image, mask, components, specks)
  return { components, specks: areStray ? specks : [] }
}

/** The share of their length that specks in a line may lie aside of it: standard deviations along both main axes. */
const maxAside = 0.03

/** Whether the specks are the dots or dashes of a line. */
function areInLine(specks: Point[]): boolean {
  const mean = (coordinate: (speck: Point) => number) =>
    specks.reduce((sum, speck) => sum + coordinate(speck), 0) / specks.length
  const [centreX, centreY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const varianceX = mean(({ x }) => (x - centreX) ** 2)
  const varianceY = mean(({ y }) => (y - centreY) ** 2)
  const covariance = mean(({ x, y }) => (x - centreX) * (y - centreY))
  // The eigenvalues of the covariance matrix.
  const [middle, apart] = [(varianceX + varianceY) / 2, Math.hypot((varianceX - varianceY) / 2, covariance)]
  return middle - apart <= maxAside ** 2 * (middle + apart)
}

/** RGB distance within which a pixel has the specks' colour, and the share of them that makes it the picture's own. */
const speckColourTolerance = 24
const minOwnShare = 0.02

/** Whether the rest of the picture has the specks' colour too, as that of sparks, rivets and dots: these are meant. */
function haveOwnColour(
  image: RgbaImage,
  { values, width, step }: VisibleMask,
  { labels }: ConnectedComponents,
  specks: Speck[],
): boolean {
  const ofSpecks = new Set(specks.map(({ label }) => label))
  const median = medianColour(specks.map(({ colour }) => colour))
  let [own, total] = [0, 0]
  for (let at = 0; at < values.length; at += 5) {
    if (!values[at] || ofSpecks.has(labels[at]!)) continue
    const first = (Math.floor(at / width) * image.width + (at % width)) * step * 4
    if (image.pixels[first + 3]! < minSolidAlpha) continue
    total++
    if (colourDistance(colourAt(image.pixels, first), median) < speckColourTolerance) own++
  }
  return own >= minOwnShare * total
}

/** The place of a speck's first cell, and its most opaque pixel thereabouts. */
function strongestPixel({ pixels, width, height }: RgbaImage, mask: VisibleMask, first: number): Omit<Speck, 'label'> {
  const { step } = mask
  const [x, y] = [(first % mask.width) * step, Math.floor(first / mask.width) * step]
  let strongest = (y * width + x) * 4
  for (let row = y; row < Math.min(height, y + step + 2); row++)
    for (let column = x; column < Math.min(width, x + step + 2); column++) {
      const at = (row * width + column) * 4
      if (pixels[at + 3]! > pixels[strongest + 3]!) strongest = at
    }
  return { x, y, colour: colourAt(pixels, strongest), alpha: pixels[strongest + 3]! }
}

/** Whether nothing is near a speck but other specks. */
function isApart(mask: Mask, { labels, sizes, firsts }: ConnectedComponents, label: number, largest: number): boolean {
  const { width, height } = mask
  const x = firsts[label]! % width
  const y = Math.floor(firsts[label]! / width)
  for (let row = Math.max(0, y - speckDistance); row <= Math.min(height - 1, y + speckDistance); row++)
    for (let column = Math.max(0, x - speckDistance); column <= Math.min(width - 1, x + speckDistance); column++) {
      const other = labels[row * width + column]!
      if (other !== 0 && sizes[other]! > largest) return false
    }
  return true
}

/** The share of a side with opaque pixels from which on the visible part touches it. */
const minBorderShare = 0.02

function touchedBorders({ pixels, width, height }: RgbaImage): BorderSide[] {
  const isTouched = (length: number, alphaAt: (place: number) => number) => {
    let count = 0
    for (let place = 0; place < length; place++) if (pixels[alphaAt(place)]! >= minSolidAlpha) count++
    return count > minBorderShare * length
  }
  const alpha = (x: number, y: number) => (y * width + x) * 4 + 3
  const sides: [BorderSide, boolean][] = [
    ['top', isTouched(width, (x) => alpha(x, 0))],
    ['right', isTouched(height, (y) => alpha(width - 1, y))],
    ['bottom', isTouched(width, (x) => alpha(x, height - 1))],
    ['left', isTouched(height, (y) => alpha(0, y))],
  ]
  return sides.filter(([, touched]) => touched).map(([side]) => side)
}
