import { maxDrawingAspect, maxMeanOpacity } from '#imaging/measures/similarity/compare-rows'
import { type DctHash, maxHashDistance, orientHash } from '#imaging/measures/similarity/dct-hash'
import { orientations } from '#imaging/measures/similarity/orientations'
import type { PerceptualRow } from '#imaging/measures/similarity/perceptual-row'

/** Finds the rows near enough to be compared, as the database does: a hundred times faster than comparing them. */
export function candidateTest(row: PerceptualRow): (other: PerceptualRow) => boolean {
  const oriented = orientations.map((orientation) => ({
    hash: orientHash(row.hash, orientation),
    aspect: orientation & 4 ? -row.aspect : row.aspect,
  }))
  return (other) =>
    Math.abs(other.opacity - row.opacity) <= maxMeanOpacity &&
    oriented.some(
      ({ hash, aspect }) =>
        Math.abs(other.aspect - aspect) <= maxDrawingAspect && hashDistance(hash, other.hash) <= maxHashDistance,
    )
}

/** The number of bits in which two hashes differ, 0 to 126. */
export const hashDistance = (one: DctHash, other: DctHash): number =>
  one.reduce((distance, word, at) => distance + bitCount(word ^ other[at]!), 0)

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
