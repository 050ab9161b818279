import { orientations, orientPlane } from './orientations.ts'
import { coarseSide } from './perceptual-row.ts'

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
export function orientedCorrelations(one: Uint8Array, other: Uint8Array, flat: number): number[] {
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
export function worstNeighbourhood(one: Uint8Array, other: Uint8Array): number {
  const [meanOne, meanOther] = [momentsOf(one).mean, momentsOf(other).mean]
  const gain = meanOne ? Math.min(2, Math.max(0.5, meanOther / meanOne)) : 1
  const scaled = Float32Array.from(one, (value) => value * gain)
  const calm = 2 * (meanOne * gain + meanOther) + 12
  let worst = 0
  const last = coarseSide - neighbourhoodSide
  for (let y = 0; y <= last; y += neighbourhoodSide / 2)
    for (let x = 0; x <= last; x += neighbourhoodSide / 2)
      worst = Math.max(worst, neighbourhoodDifference(scaled, other, { x, y, calm }))
  return worst
}

interface Neighbourhood {
  x: number
  y: number
  /** Added to the edges of the neighbourhood, so that a difference in an empty one is not everything. */
  calm: number
}

function neighbourhoodDifference(one: Float32Array, other: Uint8Array, { x, y, calm }: Neighbourhood): number {
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

/**
 * The greatest difference of the means of one channel in a window, 0 to 255: blurring and a shift by a part of a cell
 * hardly change the mean of a few cells, while another sign in the same place does.
 */
export function worstWindow(one: Uint8Array, other: Uint8Array, { side, channels, size }: Window): number {
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
