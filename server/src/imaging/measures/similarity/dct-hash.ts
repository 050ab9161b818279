import type { Orientation } from './orientations.ts'

/**
 * Perceptual hash by the signs of DCT coefficients with a dead zone: 126 bits in four words. Words 0 and 1 hold a bit
 * for each coefficient that is not negative, words 2 and 3 one for each that is positive; a coefficient near zero has
 * the first alone. So the Hamming distance grows by 1 between zero and a sign and by 2 between the signs. Symmetric
 * drawings have half of their coefficients near zero, whose signs alone would be random.
 */
export type DctHash = Uint32Array

/** Coefficients along each axis; the first of the 64, the mean, is left out. */
const order = 8
const coefficients = order * order

/** Share of the root mean square below which a coefficient counts as zero. */
const deadZone = 0.3

/** Signs of the coefficients: -1, 0 or 1; the first is 0. */
type Signs = Int8Array

const sideOfPlane = 16
const cosines = Array.from({ length: order }, (_, u) =>
  Float64Array.from(
    { length: sideOfPlane },
    (_, x) => Math.cos((Math.PI * u * (2 * x + 1)) / (2 * sideOfPlane)) * (u ? 1 : Math.SQRT1_2),
  ),
)

export const dctHash = (plane: Uint8Array): DctHash => packSigns(signsOf(lowFrequencies(plane)))

/** The lowest 8 x 8 coefficients of the two-dimensional DCT-II, row by row. */
function lowFrequencies(plane: Uint8Array): Float64Array {
  const horizontal = new Float64Array(sideOfPlane * order)
  for (let y = 0; y < sideOfPlane; y++)
    for (let u = 0; u < order; u++) {
      let sum = 0
      for (let x = 0; x < sideOfPlane; x++) sum += plane[y * sideOfPlane + x]! * cosines[u]![x]!
      horizontal[y * order + u] = sum
    }
  const both = new Float64Array(coefficients)
  for (let v = 0; v < order; v++)
    for (let u = 0; u < order; u++) {
      let sum = 0
      for (let y = 0; y < sideOfPlane; y++) sum += horizontal[y * order + u]! * cosines[v]![y]!
      both[v * order + u] = sum
    }
  return both
}

function signsOf(values: Float64Array): Signs {
  const power = values.subarray(1).reduce((sum, value) => sum + value * value, 0)
  const threshold = deadZone * Math.sqrt(power / (coefficients - 1))
  const signs = Int8Array.from(values, (value) => (value > threshold ? 1 : value < -threshold ? -1 : 0))
  signs[0] = 0
  return signs
}

function packSigns(signs: Signs): DctHash {
  const words = new Uint32Array(4)
  for (let at = 1; at < coefficients; at++) {
    const bit = 1 << (at & 31)
    if (signs[at]! >= 0) words[at >> 5]! |= bit
    if (signs[at]! > 0) words[2 + (at >> 5)]! |= bit
  }
  return words
}

/** The signs of the coefficients of a hash, the first of which is always 0. */
function unpackSigns(hash: DctHash): Signs {
  const bit = (word: number, at: number) => (hash[word + (at >> 5)]! >>> (at & 31)) & 1
  return Int8Array.from({ length: coefficients }, (_, at) => (at ? bit(0, at) + bit(2, at) - 1 : 0))
}

/** The hash of the same picture in another orientation: mirroring changes signs, transposing swaps the axes. */
export function orientHash(hash: DctHash, orientation: Orientation): DctHash {
  if (orientation === 0) return hash
  const signs = unpackSigns(hash)
  const mirroring = orientation & 1 ? 1 : 0
  const flipping = orientation & 2 ? 1 : 0
  const oriented = signs.map((upright, at) => {
    const u = at % order
    const v = (at - u) / order
    const sign = orientation & 4 ? signs[u * order + v]! : upright
    return (u * mirroring + v * flipping) % 2 ? -sign : sign
  })
  return packSigns(oriented)
}

/** Rows are compared within this many of 126 bits, as all 1,185 pairs of the same drawing from openclipart were. */
export const maxHashDistance = 16

/** The hash as 128 binary digits, as PostgreSQL writes the type bit(128). */
export const hashBits = (hash: DctHash): string => Array.from(hash, toBits).join('')

/**
 * 64 binary digits, 1 for each coefficient that is zero. Mirroring leaves them as they are, and where they differ the
 * hash does as well: so one comparison tells nearly all rows apart in four orientations.
 */
export const zeroBits = (hash: DctHash): string => toBits(hash[0]! ^ hash[2]!) + toBits(hash[1]! ^ hash[3]!)

const toBits = (word: number) => (word >>> 0).toString(2).padStart(32, '0')
