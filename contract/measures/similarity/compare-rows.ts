import { type Orientation, orientations, orientPlane } from './orientations.ts'
import { coarseSide, fineSide, type PerceptualRow, type Planes, planesOf } from './perceptual-row.ts'
import { meanDifference, orientedCorrelations, worstNeighbourhood, worstWindow } from './plane-differences.ts'

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
