import { type Orientation, orientations, orientPlane } from './orientations.ts'
import { coarseSide, fineSide, type PerceptualRow, type Planes, planesOf } from './perceptual-row.ts'

/** What two pictures have in common, and in what they differ. */
export interface Resemblance {
  /**
   * The same picture shows the same in any size, margin or encoding. The same drawing may also be mirrored, turned or
   * have other colours, lightness or a shadow.
   */
  kind: 'same_picture' | 'same_drawing'
  /** How the one is mirrored or turned to become the other; 0 for upright. */
  orientation: Orientation
  /** Whether colours or lightness differ more than an encoding changes them. */
  hasOtherColours: boolean
  /** Correlation of the edges, 0.9 to 1; higher is closer. */
  similarity: number
}

/** Correlation of edges from which on two drawings can be the same; another drawing rarely reaches it. */
const minDrawingCorrelation = 0.9
/** Less where colours and opacity are the same: thin lines of a small copy have other edges. */
const minPictureCorrelation = 0.8
/** Upright is taken unless another orientation is better by this much: symmetric drawings differ only by rounding. */
const orientationMargin = 0.002
/** Edge planes with less variation, a sum of squares, are flat. */
const flatEdges = 3000

/** Hundredths of a logarithm, so per cent: a drawn shadow or a trimmed line may change the box by as much. */
export const maxDrawingAspect = 12
const maxPictureAspect = 10

/** Of 255: of 1,356 copies the mean opacity of none differed by more than 12. */
export const maxMeanOpacity = 15

/** Relative difference of edges in one neighbourhood: another sign on the same frame is above it. */
const maxNeighbourhood = 0.5

/** Of 255: opacity that differs more on average must at least correlate. */
const maxOpacityDifference = 0.05 * 255
const minOpacityCorrelation = 0.85
/** Opacity planes with less variation, a sum of squares, are flat. */
const flatOpacity = 400

/** Of 255, in a window of cells: what JPEG at quality 60, a palette of 64 colours and scaling to a third stay below. */
const maxLightness = 30
const maxColour = 28
const maxOpacity = 52
const maxMeanColour = 16

/** What one picture has in common with the other; null when they are different drawings. */
export function compareRows(one: PerceptualRow, other: PerceptualRow): Resemblance | null {
  const [planesOne, planesOther] = [planesOf(one), planesOf(other)]
  if (Math.abs(one.opacity - other.opacity) > maxMeanOpacity) return null
  const correlations = orientedCorrelations(planesOne.edges, planesOther.edges, flatEdges)
  const compare = (orientation: Orientation, kind: Resemblance['kind']): Resemblance | null => {
    const similarity = correlations[orientation]!
    const aspect = Math.abs((orientation & 4 ? -one.aspect : one.aspect) - other.aspect)
    if (similarity < minPictureCorrelation || aspect > maxDrawingAspect) return null
    const oriented = orientPlanes(planesOne, orientation)
    const hasOtherColours = !hasSameColours(oriented, planesOther)
    const looksSame = !hasOtherColours && aspect < maxPictureAspect && hasSameOutline(oriented, planesOther)
    const isAlike = looksSame || (kind === 'same_drawing' && hasSameLines(oriented, planesOther, similarity))
    return isAlike ? { kind, orientation, hasOtherColours, similarity } : null
  }
  return compare(0, 'same_picture') ?? compare(bestOrientation(correlations), 'same_drawing')
}

function bestOrientation(correlations: number[]): Orientation {
  let best: Orientation = 0
  for (const orientation of orientations)
    if (correlations[orientation]! > correlations[best]! + (orientation ? orientationMargin : 0)) best = orientation
  return best
}

const orientPlanes = ({ edges, opacity, lightness, colour }: Planes, orientation: Orientation): Planes => ({
  edges: orientPlane(edges, coarseSide, orientation),
  opacity: orientPlane(opacity, coarseSide, orientation),
  lightness: orientPlane(lightness, fineSide, orientation),
  colour: orientPlane(colour, coarseSide, orientation, 3),
})

const hasSameColours = (one: Planes, other: Planes) =>
  worstWindow(one.lightness, other.lightness, { side: fineSide, channels: 1, size: 3 }) < maxLightness &&
  worstWindow(one.colour, other.colour, { side: coarseSide, channels: 3, size: 2 }) < maxColour &&
  meanDifference(one.colour, other.colour) < maxMeanColour

const hasSameOutline = (one: Planes, other: Planes) =>
  worstWindow(one.opacity, other.opacity, { side: coarseSide, channels: 1, size: 2 }) < maxOpacity

const hasSameLines = (one: Planes, other: Planes, similarity: number) =>
  similarity >= minDrawingCorrelation &&
  worstNeighbourhood(one.edges, other.edges) <= maxNeighbourhood &&
  hasSameOpacity(one.opacity, other.opacity)

const hasSameOpacity = (one: Uint8Array, other: Uint8Array) =>
  meanDifference(one, other) <= maxOpacityDifference ||
  orientedCorrelations(one, other, flatOpacity)[0]! >= minOpacityCorrelation

// Measures of how far two planes of the same orientation differ.

/** Of a plane: its mean, and its variation as the sum of squared deviations from that. */
function momentsOf(plane: Uint8Array) {
  let [sum, squares] = [0, 0]
  for (const value of plane) {
    sum += value
    squares += value * value
  }
  return { mean: sum / plane.length, variation: squares - (sum * sum) / plane.length }
}

/** For each orientation the cells of a plane of 16 x 16 in their new order. */
const orders = orientations.map((orientation) =>
  orientPlane(
    Uint8Array.from({ length: coarseSide * coarseSide }, (_, cell) => cell),
    coarseSide,
    orientation,
  ),
)

/**
 * Pearson's correlation of a plane of 16 x 16 in each orientation with another. Planes whose variation stays below
 * `flat` hold nothing to compare: two such are alike (1), one beside another plane is not (0).
 */
function orientedCorrelations(one: Uint8Array, other: Uint8Array, flat: number): number[] {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  if (a.variation <= flat || b.variation <= flat) {
    const areBothFlat = a.variation <= flat && b.variation <= flat
    return orders.map(() => (areBothFlat ? 1 : 0))
  }
  const scale = Math.sqrt(a.variation * b.variation)
  return orders.map((order) => {
    let product = 0
    for (let at = 0; at < order.length; at++) product += one[order[at]!]! * other[at]!
    return (product - order.length * a.mean * b.mean) / scale
  })
}

/** Mean absolute difference, 0 to 255. */
export function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!)
  return sum / one.length
}

/** Cells along each side of a neighbourhood; the neighbourhoods overlap by half. */
const neighbourhoodSide = 4

/**
 * The greatest difference of edges in a neighbourhood of 4 x 4 cells, relative to the edges there and to the mean of
 * all (0 to 2): another sign on the same frame differs much in one place and little as a whole. One's edges are first
 * scaled to the other's sum, since blurring and other colours change their strength everywhere.
 */
function worstNeighbourhood(one: Uint8Array, other: Uint8Array): number {
  const [meanOne, meanOther] = [momentsOf(one).mean, momentsOf(other).mean]
  const gain = meanOne ? Math.min(2, Math.max(0.5, meanOther / meanOne)) : 1
  const scaled = Float32Array.from(one, (value) => value * gain)
  const calm = 2 * (meanOne * gain + meanOther) + 12
  let worst = 0
  const last = coarseSide - neighbourhoodSide
  for (let y = 0; y <= last; y += neighbourhoodSide / 2)
    for (let x = 0; x <= last; x += neighbourhoodSide / 2)
      worst = Math.max(worst, neighbourhoodDifference(scaled, other, x, y, calm))
  return worst
}

/** `calm` is added to the edges of the neighbourhood, so that a difference in an empty one is not everything. */
function neighbourhoodDifference(one: Float32Array, other: Uint8Array, x: number, y: number, calm: number): number {
  let [difference, strength] = [0, calm]
  for (let row = y; row < y + neighbourhoodSide; row++)
    for (let at = row * coarseSide + x; at < row * coarseSide + x + neighbourhoodSide; at++) {
      difference += Math.abs(one[at]! - other[at]!)
      strength += Math.max(one[at]!, other[at]!)
    }
  return difference / strength
}

interface Window {
  /** Cells along each side of the plane. */
  side: number
  /** Values of each cell. */
  channels: number
  /** Cells along each side of the window. */
  size: number
}

/** The greatest difference of means, 0 to 255, which blurring and a small shift hardly change but another sign does. */
function worstWindow(one: Uint8Array, other: Uint8Array, { side, channels, size }: Window): number {
  let worst = 0
  for (let y = 0; y <= side - size; y++)
    for (let x = 0; x <= side - size; x++)
      for (let c = 0; c < channels; c++) {
        let sum = 0
        for (let row = y; row < y + size; row++)
          for (let column = x; column < x + size; column++) {
            const at = (row * side + column) * channels + c
            sum += one[at]! - other[at]!
          }
        worst = Math.max(worst, Math.abs(sum))
      }
  return worst / (size * size)
}
