import * as limits from '@vitrine/contract/vocabulary/limits'
import type { ImageSet, Matches, RankTier } from './evaluate.ts'
import { cardinality, countAbove, has, lastN, offsetOf, segmentOf, segmentSize } from './inverted-index/bitmap.ts'

/** One page of a listing: the exact number of all matches, and the publish numbers on this page. */
export interface SearchPage {
  count: number
  pubNos: number[]
  /** What each of them costs where they are ordered by relevance; `repeatsLast` is still to be applied then. */
  costs?: number[]
}

export function readPage({ all, tiers }: Matches, page: number): SearchPage {
  const count = countMatches(all)
  const [pubNos, costs]: [number[], number[]] = [[], []]
  let skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, pubNos }
  for (const tier of tiers) {
    // Counting a tier computes all its segments, so only tiers that may be skipped are counted.
    const size = skip > 0 ? countMatches(tier) : Number.POSITIVE_INFINITY
    if (skip < size) {
      const found = readTier(tier, skip, limits.imagesPerPage - pubNos.length)
      pubNos.push(...found)
      if (tier.cost !== undefined) costs.push(...found.map(() => tier.cost!))
    }
    skip = Math.max(0, skip - size)
    if (pubNos.length === limits.imagesPerPage) break
  }
  return costs.length ? { count, pubNos, costs } : { count, pubNos }
}

/** Among equal costs, moves images whose title an earlier one of the page has after the others. */
export function repeatsLast(pubNos: number[], costs: number[], titleKeyOf: (pubNo: number) => unknown): number[] {
  const [seen, repeats] = [new Set<string>(), new Set<number>()]
  for (const [index, pubNo] of pubNos.entries()) {
    const key = `${costs[index]} ${titleKeyOf(pubNo)}`
    if (seen.has(key)) repeats.add(index)
    seen.add(key)
  }
  if (!repeats.size) return pubNos
  return [...pubNos.keys()]
    .sort((one, other) => costs[one]! - costs[other]! || Number(repeats.has(one)) - Number(repeats.has(other)))
    .map((index) => pubNos[index]!)
}

export function countMatches({ segments, at }: ImageSet): number {
  let count = 0
  for (let segment = 0; segment < segments; segment++) count += cardinality(at(segment))
  return count
}

const readTier = (tier: RankTier, skip: number, limit: number): number[] =>
  tier.sequence ? readSequence(tier, tier.sequence, skip, limit) : readPubNos(tier, skip, limit)

/** Reads the part of a sequence that is in the set, as far as the page needs. */
function readSequence({ at }: ImageSet, sequence: number[], skip: number, limit: number): number[] {
  const pubNos: number[] = []
  for (const pubNo of sequence) {
    if (pubNos.length === limit) break
    if (!has(at(segmentOf(pubNo)), offsetOf(pubNo))) continue
    if (skip > 0) skip--
    else pubNos.push(pubNo)
  }
  return pubNos
}

/** Publish numbers in descending order. */
export function readPubNos({ segments, at }: ImageSet, skip: number, limit: number): number[] {
  const pubNos: number[] = []
  for (let segment = segments - 1; segment >= 0 && pubNos.length < limit; segment--) {
    const set = at(segment)
    const size = skip ? cardinality(set) : 0
    if (skip && skip >= size) {
      skip -= size
      continue
    }
    for (const offset of lastN(set, skip, limit - pubNos.length)) pubNos.push(segment * segmentSize + offset)
    skip = 0
  }
  return pubNos
}

/** The publish numbers nearest to this one, at most `each` above and `each` below it, in descending order. */
export function readNeighbours(images: ImageSet, pubNo: number, each: number): number[] {
  const newer = countNewer(images, pubNo)
  const own = has(images.at(segmentOf(pubNo)), offsetOf(pubNo)) ? 1 : 0
  const above = readPubNos(images, Math.max(0, newer - each), Math.min(newer, each))
  return [...above, ...readPubNos(images, newer + own, each)]
}

function countNewer({ segments, at }: ImageSet, pubNo: number): number {
  const own = segmentOf(pubNo)
  let count = own < segments ? countAbove(at(own), offsetOf(pubNo)) : 0
  for (let segment = own + 1; segment < segments; segment++) count += cardinality(at(segment))
  return count
}
