import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Database } from '#kit/database/pool'
import type { ImageSet, Matches, RankTier } from './evaluate.ts'
import { cardinality, countAbove, has, lastN, offsetOf, segmentOf, segmentSize } from './inverted-index/bitmap.ts'
import { minDownloads } from './inverted-index/terms.ts'
import { pubNosByDownloads, pubNosInBuckets } from './search.sql.ts'

/** One page of a listing: the exact number of all matches, and the publish numbers on this page. */
export interface SearchPage {
  count: number
  pubNos: number[]
  /** What each of them costs where they are ordered by relevance; `repeatsLast` is still to be applied then. */
  costs?: number[]
}

export async function readPage(db: Database, { all, tiers }: Matches, page: number): Promise<SearchPage> {
  const count = countMatches(all)
  const skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, pubNos: [] }
  const { bucketed, buckets, skipBucketed, ordered, costs } = collectTiers(tiers, skip, limits.imagesPerPage)
  if (costs.length && costs.every((cost) => cost !== undefined)) return { count, pubNos: ordered, costs }
  if (!bucketed.length) return { count, pubNos: ordered }
  const sorted = await sortByDownloads(db, bucketed, buckets)
  return { count, pubNos: [...sorted.slice(skipBucketed, skipBucketed + limits.imagesPerPage), ...ordered] }
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

/** What a page takes from the tiers: first images of whole buckets, which are still to be sorted, then ordered ones. */
interface CollectedTiers {
  bucketed: number[]
  buckets: number[]
  /** How many of the bucketed ones, once sorted, belong to earlier pages. */
  skipBucketed: number
  ordered: number[]
  /** What each of the ordered ones costs; undefined where they are not ordered by relevance. */
  costs: (number | undefined)[]
}

function collectTiers(tiers: Iterable<RankTier>, skip: number, limit: number): CollectedTiers {
  const [bucketed, buckets, ordered]: [number[], number[], number[]] = [[], [], []]
  const costs: (number | undefined)[] = []
  let skipBucketed = 0
  for (const tier of tiers) {
    const isBucket = tier.bucket !== undefined
    // Counting a tier computes all its segments, so only tiers that are skipped or sorted are counted.
    const size = skip > 0 || isBucket ? countMatches(tier) : Number.POSITIVE_INFINITY
    if (skip >= size) {
      skip -= size
      continue
    }
    if (isBucket) {
      buckets.push(tier.bucket!)
      skipBucketed += skip
      for (const pubNo of readPubNos(tier, 0, size)) bucketed.push(pubNo) // too many for a spread argument
    } else {
      const room = limit - (bucketed.length - skipBucketed) - ordered.length
      const pubNos = readTier(tier, skip, room)
      ordered.push(...pubNos)
      costs.push(...pubNos.map(() => tier.cost))
    }
    skip = 0
    if (bucketed.length - skipBucketed + ordered.length >= limit) break
  }
  return { bucketed, buckets, skipBucketed, ordered, costs }
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

/** From this many images on, scanning all buckets in index order is quicker than looking up each image. */
const lookupLimit = 500

async function sortByDownloads(db: Database, pubNos: number[], buckets: number[]): Promise<number[]> {
  if (pubNos.length < lookupLimit) return pubNosByDownloads(db, pubNos)
  const [least, below] = [minDownloads(Math.min(...buckets)), minDownloads(Math.max(...buckets) + 1)]
  const missing = new Set(pubNos)
  const sorted = (await pubNosInBuckets(db, least, below)).filter((pubNo) => missing.delete(pubNo))
  return [...sorted, ...missing] // a download has moved these to another bucket since the snapshot
}
