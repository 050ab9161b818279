import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Database } from '#kit/database/pool'
import type { ImageSet, Matches, RankTier } from './evaluate.ts'
import { cardinality, lastN, segmentSize } from './inverted-index/bitmap.ts'
import { minDownloads } from './inverted-index/terms.ts'
import { pubNosByDownloads, pubNosInBuckets } from './search.sql.ts'

/** One page of a listing: the exact number of all matches, and the publish numbers on this page. */
export interface SearchPage {
  count: number
  pubNos: number[]
}

export async function readPage(db: Database, { all, tiers }: Matches, page: number): Promise<SearchPage> {
  const count = countMatches(all)
  const skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, pubNos: [] }
  const { bucketed, buckets, skipBucketed, ordered } = collectTiers(tiers, skip, limits.imagesPerPage)
  if (!bucketed.length) return { count, pubNos: ordered }
  const sorted = await sortByDownloads(db, bucketed, buckets)
  return { count, pubNos: [...sorted.slice(skipBucketed, skipBucketed + limits.imagesPerPage), ...ordered] }
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
}

function collectTiers(tiers: Iterable<RankTier>, skip: number, limit: number): CollectedTiers {
  const [bucketed, buckets, ordered]: [number[], number[], number[]] = [[], [], []]
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
    } else ordered.push(...readPubNos(tier, skip, limit - (bucketed.length - skipBucketed) - ordered.length))
    skip = 0
    if (bucketed.length - skipBucketed + ordered.length >= limit) break
  }
  return { bucketed, buckets, skipBucketed, ordered }
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

/** From this many images on, scanning all buckets in index order is quicker than looking up each image. */
const lookupLimit = 500

async function sortByDownloads(db: Database, pubNos: number[], buckets: number[]): Promise<number[]> {
  if (pubNos.length < lookupLimit) return pubNosByDownloads(db, pubNos)
  const [least, below] = [minDownloads(Math.min(...buckets)), minDownloads(Math.max(...buckets) + 1)]
  const missing = new Set(pubNos)
  const sorted = (await pubNosInBuckets(db, least, below)).filter((pubNo) => missing.delete(pubNo))
  return [...sorted, ...missing] // a download has moved these to another bucket since the snapshot
}
