import { LRUCache } from 'lru-cache'
import type { Database } from '#kit/database/statements'
import type { CacheStatistics } from '#kit/metrics/statistics'
import { decode, fromOffsets, offsetOf, type PostingSet, segmentOf } from './inverted-index/bitmap.ts'
import type { PublishedImage } from './inverted-index/index-writer.sql.ts'
import { type IndexedImage, phrasesKey, termsOf } from './inverted-index/terms.ts'
import { type PostingRow, pubNosWithPhrases, selectPostings, selectTrending } from './search.sql.ts'

export interface PostingsRequest {
  terms: string[]
  /** Words that must follow one another. */
  phrases: string[][]
  /** The images with the most recent downloads, in their order. */
  hasTrending: boolean
}

/** A posting list by segment; undefined where it has no images. */
export type PostingList = readonly (PostingSet | undefined)[]

/** An image that has changed since it was last indexed, in its current state. */
export interface QueuedImage {
  pub_no: number
  /** The posting lists that it belongs to; none when it is no longer published. */
  terms: Set<string>
}

type QueuedBySegment = ReadonlyMap<number, QueuedImage[]>

/** Posting lists and index queue as of one moment. */
export type PostingsSnapshot = Awaited<ReturnType<typeof loadPostings>>

interface CachedPostings {
  /** The version of the last change. */
  version: number
  segments: PostingList
}

/** The database confirms the versions with every search: what is evicted or outdated costs a read, no wrong result. */
export type PostingCache = ReturnType<typeof createPostingCache>

export const createPostingCache = (maxBytes = 128 * 2 ** 20) => ({
  lists: new LRUCache<string, CachedPostings>({ maxSize: maxBytes, sizeCalculation: sizeOfPostings }),
  /** The index queue parsed last, with its text: it is mostly unchanged from one search to the next. */
  queue: { text: '[]', queued: new Map() as QueuedBySegment },
  /** Posting lists that were known, and that were not, since the start. */
  counts: { hits: 0, misses: 0 },
})

export const postingCacheStatistics = ({ lists, counts }: PostingCache): CacheStatistics => ({
  ...counts,
  entries: lists.size,
  bytes: lists.calculatedSize,
  maxBytes: lists.maxSize,
})

/** Bytes, including the overhead of typed arrays. */
const sizeOfPostings = ({ segments }: CachedPostings) =>
  segments.reduce((sum, segment) => sum + 8 + (segment ? segment.byteLength + 200 : 0), 500)

/** Loads posting lists and index queue with one statement, so that both are of the same moment. */
export async function loadPostings(
  db: Database,
  cache: PostingCache,
  { terms, phrases, hasTrending }: PostingsRequest,
) {
  const cached = cachedPostings(cache, terms)
  const versions = Array.from(cached, ([name, { version }]) => ({ term: name, version }))
  const rows = await selectPostings(db, { terms, cached: versions })
  const byTerm = new Map<string, PostingList>()
  for (const row of rows)
    if (row.term !== null && row.version !== null) byTerm.set(row.term, mergePostings(cache, cached.get(row.term), row))
  const last = rows.find(({ term }) => term === null)!
  /** The images of the index queue by segment; for them the posting lists are out of date. */
  const queued = parseQueue(cache, last.queued!)
  // No posting list tells which words follow one another, so these images are read from their rows.
  const withPhrases = phrases.length ? await pubNosWithPhrases(db, phrases) : []
  byTerm.set(phrasesKey, postingListOf(withPhrases))
  return { byTerm, withPhrases: new Set(withPhrases), queued, trending: hasTrending ? await selectTrending(db) : [] }
}

/** From ascending publish numbers. */
export function postingListOf(pubNos: number[]): PostingList {
  const segments: PostingSet[] = []
  for (const [segment, some] of Map.groupBy(pubNos, segmentOf)) segments[segment] = fromOffsets(some.map(offsetOf))
  return segments
}

const cachedPostings = ({ lists, counts }: PostingCache, terms: string[]) =>
  new Map(
    terms.flatMap((name) => {
      const list = lists.get(name)
      counts[list ? 'hits' : 'misses']++
      return list ? [[name, list] as const] : []
    }),
  )

function mergePostings(
  cache: PostingCache,
  cached: CachedPostings | undefined,
  { term: name, version, postings }: PostingRow,
): PostingList {
  if (cached?.version === version) return cached!.segments
  // A failover may have lost changes: a list that is cached in a later version is read again as a whole.
  const segments = cached && cached.version < version! ? [...cached.segments] : []
  for (let at = 0; postings && at < postings.length; ) {
    const [segment, length] = [postings.readInt32BE(at), postings.readInt32BE(at + 4)]
    segments[segment] = length ? decode(postings.subarray(at + 8, at + 8 + length)) : undefined
    at += 8 + length
  }
  cache.lists.set(name!, { version: version!, segments })
  return segments
}

function parseQueue(cache: PostingCache, text: string): QueuedBySegment {
  if (text !== cache.queue.text) {
    const images: QueuedImage[] = JSON.parse(text).map(toQueuedImage)
    cache.queue = { text, queued: Map.groupBy(images, ({ pub_no }) => segmentOf(pub_no)) }
  }
  return cache.queue.queued
}

/** `words` is null in the outer join's row of an image that is no longer published. */
const toQueuedImage = ({ pub_no, ...image }: PublishedImage & { words: string[] | null }): QueuedImage => ({
  pub_no,
  terms: new Set(image.words ? termsOf(image as IndexedImage) : []),
})
