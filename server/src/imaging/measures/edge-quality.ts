import { maxClearAlpha } from '@vitrine/contract/measures/findings'
import { minOpaqueAlpha } from './alpha-histogram.ts'
import { colourAt, type Point, type Rgb, type Rgba, type RgbaImage } from './rgba-image.ts'

/** Fewer slanting places or profiles than these say nothing. */
const minSlanting = 12
const minProfiles = 20

/**
 * Dark colours are missing on purpose: a dark fringe cannot be told from a thin outline, which clean drawings have.
 * The saturated ones are those that people film and photograph against.
 */
const fringeColours: Rgb[] = [
  [255, 255, 255],
  [0, 255, 0],
  [0, 0, 255],
  [255, 0, 0],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
]

export type EdgeQuality = ReturnType<typeof edgeQuality>

/** How clean the edge of a cut-out is; shares are 0 to 1. */
export function edgeQuality({ slanting, jagged, profiles }: EdgeSamples) {
  const isJudged = slanting >= minSlanting
  const fringes = fringeColours.map((colour) => fringeOf(profiles, colour))
  return {
    /** The share of slanting places that are cut without softness; 0 where too few slant. */
    jaggedShare: isJudged ? jagged.length / slanting : 0,
    jaggedPlaces: isJudged ? jagged : [],
    // The old background's colour that is left most often; a stable sort keeps white before others with its share.
    fringe: fringes.sort((a, b) => b.share - a.share)[0]!,
  }
}

/** A fringe is a mixture with a colour that is gone further in; a drawn outline has its colour to the full. */
function fringeOf(profiles: EdgeProfile[], colour: Rgb) {
  const places: Point[] = []
  let judged = 0
  for (const profile of profiles) {
    const mixture = mixtureOf(profile, colour)
    if (mixture === null) continue
    judged++
    if (mixture) places.push({ x: profile.x, y: profile.y })
  }
  return { colour, share: judged >= minProfiles ? places.length / judged : 0, places }
}

/** RGB distance, squared, below which the inside is too near to the foreign colour to tell. */
const minDistance = 60 ** 2
/** How far the outermost pixel leans from the inside (0) towards the foreign colour (1). */
const minLean = 0.1
const maxLean = 0.93

/** Whether the outermost pixel is such a mixture; null where it cannot be told. */
function mixtureOf({ outer, middle, inner }: EdgeProfile, colour: Rgb): boolean | null {
  const axis = subtract(colour, inner)
  const length = dot(axis, axis)
  if (length < minDistance) return null
  const lean = dot(subtract(outer, inner), axis) / length
  const leanFurtherIn = dot(subtract(middle, inner), axis) / length
  if (lean <= minLean || lean >= maxLean || leanFurtherIn >= lean * 0.75 + 0.02) return false
  const aside = subtract(subtract(outer, inner), [axis[0] * lean, axis[1] * lean, axis[2] * lean])
  return dot(aside, aside) < 0.02 * length + 60
}

const subtract = (one: Rgb, other: Rgb): Rgb => [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
const dot = (one: Rgb, other: Rgb) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

/** Places where clear meets visible, along some hundreds of rows and columns. */
interface EdgeSamples {
  /** Places at which the edge slants: it steps to opposite sides on the two neighbouring lines. */
  slanting: number
  /** Those of them that go from clear to opaque within one pixel. */
  jagged: Point[]
  /** Colours from the edge inwards, where the inside is calm. */
  profiles: EdgeProfile[]
  /** What is seen of the picture where it begins. */
  outline: Rgba[]
}

/** The colours of an edge from the first visible pixel inwards. */
interface EdgeProfile extends Point {
  outer: Rgb
  /** One pixel further in than the outer one. */
  middle: Rgb
  /** Three pixels further in than the outer one. */
  inner: Rgb
}

/** The clear pixel outside of an edge, and the direction inwards: one of the two is 0, the other 1 or -1. */
interface Crossing extends Point {
  dx: number
  dy: number
}

const lineCount = 400

/** Straight edges and enlarged pixels do not slant, so flags and pixel art are never called jagged. */
export function sampleEdges(image: RgbaImage): EdgeSamples {
  const samples: EdgeSamples = { slanting: 0, jagged: [], profiles: [], outline: [] }
  const alphaAt = alphaReader(image)
  const add = (crossing: Crossing) => {
    if (isSlanting(alphaAt, crossing)) {
      samples.slanting++
      const { x, y, dx, dy } = crossing
      if (alphaAt(x + dx, y + dy) >= minOpaqueAlpha) samples.jagged.push({ x: x + dx, y: y + dy })
    }
    samples.outline.push(outlineColour(image, alphaAt, crossing))
    addProfile(image, alphaAt, crossing, samples)
  }
  const { width, height } = image
  const rowStep = Math.max(1, Math.round(height / lineCount))
  const columnStep = Math.max(1, Math.round(width / lineCount))
  for (let y = rowStep >> 1; y < height; y += rowStep) scanLine(image, { x: 0, y, dx: 1, dy: 0 }, add)
  for (let x = columnStep >> 1; x < width; x += columnStep) scanLine(image, { x, y: 0, dx: 0, dy: 1 }, add)
  return samples
}

type AlphaReader = (x: number, y: number) => number

/** The alpha value of a pixel; outside of the picture all is clear. */
const alphaReader =
  ({ pixels, width, height }: RgbaImage): AlphaReader =>
  (x, y) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[(y * width + x) * 4 + 3]!

/** Calls `add` for each change between clear and visible along a row or a column. */
function scanLine({ pixels, width, height }: RgbaImage, line: Crossing, add: (crossing: Crossing) => void) {
  const { dx, dy } = line
  const length = dx ? width : height
  const step = (dy * width + dx) * 4
  let at = (line.y * width + line.x) * 4 + 3
  let isOutside = pixels[at]! <= maxClearAlpha
  for (let place = 1; place < length; place++) {
    at += step
    if (pixels[at]! <= maxClearAlpha === isOutside) continue
    const outside = isOutside ? place - 1 : place
    const direction = isOutside ? 1 : -1
    add({ x: line.x + outside * dx, y: line.y + outside * dy, dx: direction * dx, dy: direction * dy })
    isOutside = !isOutside
  }
}

/** Lines further away, at which edges that are nearly straight make their steps. */
const farLine = 4

/** Whether the edge lies further out on one side and further in on the other, by a pixel or two as a curve does. */
function isSlanting(alphaAt: AlphaReader, { x, y, dx, dy }: Crossing): boolean {
  const shiftAt = (line: number, reach: number) => {
    const [atX, atY] = [x + line * dy, y + line * dx]
    const isVisible = (inwards: number) => alphaAt(atX + inwards * dx, atY + inwards * dy) > maxClearAlpha
    for (let shift = 1; shift <= reach; shift++) {
      if (isVisible(1 - shift) && !isVisible(-shift)) return shift
      if (isVisible(1 + shift) && !isVisible(shift)) return -shift
    }
    return 0
  }
  if (shiftAt(1, 2) * shiftAt(-1, 2) < 0) return true
  // Steps of one pixel only: those of enlarged pixels are higher.
  return shiftAt(farLine, 1) * shiftAt(-farLine, 1) < 0
}

/** Of 255: pixels with a lower alpha are too faint for their colour to be seen. */
const minColourAlpha = 40
/** Of 255: the inside of an edge must be opaque for its colour to be compared. */
const minInsideAlpha = 245
/** The largest sum of differences of the channels of two neighbours that still are a calm inside. */
const maxInsideDifference = 30
function addProfile(image: RgbaImage, alphaAt: AlphaReader, crossing: Crossing, samples: EdgeSamples) {
  const { pixels, width } = image
  const { x, y, dx, dy } = crossing
  const indexAt = (inwards: number) => ((y + inwards * dy) * width + x + inwards * dx) * 4
  const alpha = (inwards: number) => alphaAt(x + inwards * dx, y + inwards * dy)
  const outer = [1, 2, 3].find((inwards) => alpha(inwards) >= minColourAlpha)
  if (!outer || alpha(outer + 3) < minInsideAlpha || alpha(outer + 4) < minInsideAlpha) return
  const inner = colourAt(pixels, indexAt(outer + 3))
  const next = colourAt(pixels, indexAt(outer + 4))
  if (inner.reduce((sum, value, channel) => sum + Math.abs(value - next[channel]!), 0) > maxInsideDifference) return
  samples.profiles.push({
    x: x + outer * dx,
    y: y + outer * dy,
    outer: colourAt(pixels, indexAt(outer)),
    middle: colourAt(pixels, indexAt(outer + 1)),
    inner,
  })
}

/** Of 255: a softened edge is where it is half opaque, and its colour is seen as if it were opaque. */
const minOutlineAlpha = 128

/** The first colour inwards that is at least half opaque; of smoke or glass the most opaque until it is clear again. */
function outlineColour({ pixels, width }: RgbaImage, alphaAt: AlphaReader, { x, y, dx, dy }: Crossing): Rgba {
  let [alpha, strongest] = [0, 1]
  for (let inwards = 1; alpha < minOutlineAlpha; inwards++) {
    const next = alphaAt(x + inwards * dx, y + inwards * dy)
    if (next <= maxClearAlpha) break
    if (next > alpha) [alpha, strongest] = [next, inwards]
  }
  const colour = colourAt(pixels, ((y + strongest * dy) * width + x + strongest * dx) * 4)
  return [...colour, alpha < minOutlineAlpha ? alpha : 255]
}
