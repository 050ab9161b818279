import {
  difference,
  emptySet,
  intersect,
  offsetOf,
  type PostingSet,
  segmentSize,
  union,
  withChanges,
} from './inverted-index/bitmap.ts'
import { downloadPrefix, isExactBucket, titleLengthTerms } from './inverted-index/terms.ts'
import type { SearchPlan } from './planner.ts'
import type { PostingList, PostingLists, PostingsSnapshot, QueuedImage } from './postings.ts'

/** Images by segment; a segment is computed when it is first read. */
export interface ImageSet {
  segments: number
  at(segment: number): PostingSet
}

/** Matches of equal rank, which are ordered by publish number; those of a bucket by number of downloads first. */
export interface RankTier extends ImageSet {
  /** The download bucket, where its images differ in their number of downloads. */
  bucket?: number
}

export interface Matches {
  all: ImageSet
  /** The best first, and lazily: most pages need only the first tiers. */
  tiers: Iterable<RankTier>
}

/** Computes nothing yet: a page reads the segments that it needs. */
export function evaluate(plan: SearchPlan, snapshot: PostingsSnapshot): Matches {
  const all = intersectGroups(termGroups(plan, snapshot), snapshot.lists)
  return { all, tiers: rankTiers(plan, all, snapshot) }
}

const termGroups = ({ groups }: SearchPlan, { expansions }: PostingsSnapshot): string[][] =>
  groups.map(({ terms, expandable }) => [...terms, ...expandable.flatMap((key) => expansions.get(key)!)])

/** The images that are in at least one posting list of every group. */
export function intersectGroups(groups: string[][], lists: PostingLists): ImageSet {
  const { queued } = lists
  const listGroups = groups.map((group) => postingListsOf(lists, group))
  const indexedSegments = Math.max(0, ...listGroups.flat().map((list) => list.length))
  const segments = Math.max(indexedSegments, ...[...queued.keys()].map((segment) => segment + 1))
  const isMatch = ({ terms }: QueuedImage) => groups.every((group) => group.some((name) => terms.has(name)))
  return lazyImageSet(segments, (segment) =>
    applyQueued(intersectSegment(listGroups, segment), queued.get(segment), isMatch),
  )
}

function lazyImageSet(segments: number, compute: (segment: number) => PostingSet): ImageSet {
  const computed: PostingSet[] = []
  return { segments, at: (segment) => (computed[segment] ??= compute(segment)) }
}

const postingListsOf = ({ byTerm }: PostingLists, terms: string[]): PostingList[] =>
  terms.flatMap((name) => (byTerm.has(name) ? [byTerm.get(name)!] : []))

function intersectSegment(groups: PostingList[][], segment: number): PostingSet {
  const sets: PostingSet[] = []
  for (const group of groups) {
    const set = unionOfSegment(group, segment)
    if (!set.length) return emptySet
    sets.push(set)
  }
  sets.sort((one, other) => scanLength(one) - scanLength(other))
  let result = sets[0] ?? emptySet
  for (const set of sets.slice(1)) if (result.length) result = intersect(result, set)
  return result
}

function unionOfSegment(lists: PostingList[], segment: number): PostingSet {
  const sets = lists.flatMap((list) => list[segment] ?? [])
  return sets.length ? union(sets) : emptySet
}

/** Arrays are shorter than bitmaps and quicker to scan, so they are intersected first. */
const scanLength = (set: PostingSet) => (set instanceof Uint16Array ? set.length : segmentSize)

/** Corrects a segment for the queued images: those that match are in it and the others are not. */
function applyQueued(
  set: PostingSet,
  queued: QueuedImage[] | undefined,
  isMatch: (image: QueuedImage) => boolean,
): PostingSet {
  if (!queued) return set
  const [add, remove]: [number[], number[]] = [[], []]
  for (const image of queued) (isMatch(image) ? add : remove).push(offsetOf(image.pub_no))
  return withChanges(set, add, remove)
}

function rankTiers(plan: SearchPlan, all: ImageSet, snapshot: PostingsSnapshot): Iterable<RankTier> {
  if (plan.order === 'newest') return [all]
  return plan.order === 'downloads'
    ? downloadTiers(all, snapshot)
    : relevanceTiers(all, plan.exactWords, snapshot.lists)
}

/** By number of query words that the title contains as whole words, then by length of the title, the shortest first. */
function* relevanceTiers(all: ImageSet, exactWords: string[][], lists: PostingLists): Generator<RankTier> {
  const byExactWords = partitionByExactWords(all, exactWords, lists)
  for (const part of byExactWords.reverse())
    for (const titleLength of titleLengthTerms) yield restrictTo(part, titleLength, lists)
}

/** The images at index n contain n words of the query as whole words. */
function partitionByExactWords(all: ImageSet, exactWords: string[][], lists: PostingLists): ImageSet[] {
  const words = exactWords.map((terms) => intersectGroups([terms], lists))
  const partitionSegment = (segment: number) => {
    const set = all.at(segment)
    let parts = [set]
    if (set.length) for (const word of words) parts = addWord(parts, word.at(segment))
    return parts
  }
  const partitioned: PostingSet[][] = []
  return Array.from({ length: exactWords.length + 1 }, (_, count) =>
    lazyImageSet(all.segments, (segment) => (partitioned[segment] ??= partitionSegment(segment))[count] ?? emptySet),
  )
}

/** Moves the images that contain one more word into the next part. */
function addWord(parts: PostingSet[], withWord: PostingSet): PostingSet[] {
  const result: PostingSet[] = Array.from({ length: parts.length + 1 }, () => emptySet)
  for (const [count, part] of parts.entries()) {
    if (!part.length) continue
    result[count + 1] = unionOfTwo(result[count + 1]!, intersect(part, withWord))
    result[count] = unionOfTwo(result[count]!, difference(part, withWord))
  }
  return result
}

function unionOfTwo(one: PostingSet, other: PostingSet): PostingSet {
  if (!one.length) return other
  return other.length ? union([one, other]) : one
}

/** By download bucket, the most downloads first. */
function* downloadTiers(all: ImageSet, { lists, expansions }: PostingsSnapshot): Generator<RankTier> {
  for (const { name, bucket } of downloadBuckets(expansions.get(downloadPrefix)!, lists))
    yield { ...restrictTo(all, name, lists), bucket: isExactBucket(bucket) ? undefined : bucket }
}

/** The buckets of the index and of the queued images, the highest first. */
function downloadBuckets(indexed: string[], { queued }: PostingLists) {
  const ofQueued = [...queued.values()].flat().flatMap(({ terms }) => [...terms])
  const names = new Set([...indexed, ...ofQueued.filter((name) => name.startsWith(downloadPrefix))])
  const buckets = [...names].map((name) => ({ name, bucket: Number(name.slice(downloadPrefix.length)) }))
  return buckets.sort((one, other) => other.bucket - one.bucket)
}

/** The images that are also in one posting list. */
function restrictTo(all: ImageSet, name: string, { byTerm, queued }: PostingLists): ImageSet {
  const list = byTerm.get(name) ?? []
  const isMatch = (image: QueuedImage) => image.terms.has(name)
  return lazyImageSet(all.segments, (segment) => {
    const set = all.at(segment)
    if (!set.length || !(list[segment] || queued.has(segment))) return emptySet
    return intersect(set, applyQueued(list[segment] ?? emptySet, queued.get(segment), isMatch))
  })
}
