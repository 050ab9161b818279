import { type Orientation, orientations, orientPlane } from './orientations.ts'
import { coarseSide, fineSide, type PerceptualRow, type Planes, planesOf } from './perceptual-row.ts'
import {
  meanDifference,
  orientedCorrelations,
  worstColour,
  worstLightness,
  worstNeighbourhood,
} from './plane-differences.ts'

/** What two pictures have in common, and in what they differ. */
export interface Resemblance {
  /**
   * The same picture shows the same in any size, margin or encoding. The same drawing may also be mirrored, turned or
   * have other colours, lightness or a shadow.
   */
  kind: 'same picture' | 'same drawing'
  /** How the one is mirrored or turned to become the other; 0 for upright. */
  orientation: Orientation
  /** Whether colours or lightness differ more than an encoding changes them. */
  hasOtherColours: boolean
  /** Correlation of the edges, 0.9 to 1; higher is closer. */
  similarity: number
}

/**
 * Rows whose hashes differ in at most this many of 126 bits are compared. Of copies in another encoding or orientation
 * 100 % are within it, of those scaled to 64 pixels 96 %, with 20 candidates for each of 5,499 pictures.
 */
export const maxHashDistance = 16

/** Correlation of edges from which on two drawings can be the same; another drawing rarely reaches it. */
const minDrawingCorrelation = 0.9
/** A re-encoded copy keeps its edges better than a recoloured one. */
const minPictureCorrelation = 0.93
/** Upright is taken unless another orientation is better by this much: symmetric drawings differ only by rounding. */
const orientationMargin = 0.002
/** Edge planes with less variation, a sum of squares, are flat. */
const flatEdges = 20

/** Natural logarithms: 12 % and 10 %. A drawn shadow or a trimmed line may change the box by as much. */
export const maxDrawingAspect = 0.12
const maxPictureAspect = 0.1

/** Relative difference of edges in one neighbourhood: another sign on the same frame is above it. */
const maxDrawingNeighbourhood = 0.5
const maxPictureNeighbourhood = 0.4

/** Of 255: opacity that differs more on average must at least correlate. */
const maxOpacityDifference = 0.05 * 255
const minOpacityCorrelation = 0.85
/** Opacity planes with less variation, a sum of squares, are flat. */
const flatOpacity = 400

/** Of 255: JPEG and palettes stay below; one in seven copies scaled to as little as 64 pixels does not. */
const maxLightness = 30
const maxColour = 24
const maxMeanColour = 16

/** What one picture has in common with the other; null when they are different drawings. */
export function compareRows(one: PerceptualRow, other: PerceptualRow): Resemblance | null {
  const [planesOne, planesOther] = [planesOf(one), planesOf(other)]
  const { orientation, similarity } = bestOrientation(planesOne.edges, planesOther.edges)
  const aspect = Math.abs((orientation & 4 ? -one.logAspect : one.logAspect) - other.logAspect)
  if (similarity < minDrawingCorrelation || aspect > maxDrawingAspect) return null
  const neighbourhood = worstNeighbourhood(orientPlane(planesOne.edges, coarseSide, orientation), planesOther.edges)
  const opacity = orientPlane(planesOne.opacity, coarseSide, orientation)
  if (neighbourhood > maxDrawingNeighbourhood || !hasSameOpacity(opacity, planesOther.opacity)) return null
  const hasOtherColours = !hasSameColours(planesOne, planesOther, orientation)
  const isSamePicture =
    orientation === 0 &&
    similarity > minPictureCorrelation &&
    aspect < maxPictureAspect &&
    neighbourhood < maxPictureNeighbourhood &&
    !hasOtherColours
  return { kind: isSamePicture ? 'same picture' : 'same drawing', orientation, hasOtherColours, similarity }
}

function bestOrientation(one: Uint8Array, other: Uint8Array) {
  const correlations = orientedCorrelations(one, other, flatEdges)
  let best: Orientation = 0
  for (const orientation of orientations)
    if (correlations[orientation]! > correlations[best]! + (orientation ? orientationMargin : 0)) best = orientation
  return { orientation: best, similarity: correlations[best]! }
}

const hasSameOpacity = (one: Uint8Array, other: Uint8Array) =>
  meanDifference(one, other) <= maxOpacityDifference ||
  orientedCorrelations(one, other, flatOpacity)[0]! >= minOpacityCorrelation

function hasSameColours(one: Planes, other: Planes, orientation: Orientation): boolean {
  const lightness = orientPlane(one.lightness, fineSide, orientation)
  if (worstLightness(lightness, other.lightness) >= maxLightness) return false
  const colour = orientPlane(one.colour, coarseSide, orientation, 3)
  return worstColour(colour, other.colour) < maxColour && meanDifference(colour, other.colour) < maxMeanColour
}
