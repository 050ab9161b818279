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
import { downloadPrefix, isExactBucket } from './inverted-index/terms.ts'
import { type Conjunction, type CostLevel, costOf, popularityTerms, type SearchPlan } from './planner.ts'
import type { PostingList, PostingLists, PostingsSnapshot, QueuedImage, TrendingImages } from './postings.ts'

/** Images by segment; a segment is computed when it is first read. */
export interface ImageSet {
  segments: number
  at(segment: number): PostingSet
}

/** Matches of equal rank, which are ordered by publish number; those of a bucket by number of downloads first. */
export interface RankTier extends ImageSet {
  /** The download bucket, where its images differ in their number of downloads. */
  bucket?: number
  /** What its images cost, where they are ordered by relevance. */
  cost?: number
  /** Where its images come in turn: those of each turn, in tiers. */
  turns?: ImageSet[][]
  /** Where its images have an order of their own: publish numbers in that order, those of other images among them. */
  sequence?: number[]
}

export interface Matches {
  all: ImageSet
  /** The best first, and lazily: most pages need only the first tiers. */
  tiers: Iterable<RankTier>
}

/** Computes nothing yet: a page reads the segments that it needs. */
export function evaluate(plan: SearchPlan, snapshot: PostingsSnapshot): Matches {
  const all = matchingImages(plan, snapshot)
  return { all, tiers: rankTiers(plan, all, snapshot) }
}

function matchingImages({ groups, excluded }: SearchPlan, snapshot: PostingsSnapshot): ImageSet {
  const all = intersectGroups(groups, snapshot)
  if (!excluded.length) return all
  const without = intersectGroups([excluded], snapshot)
  return lazyImageSet(all.segments, (segment) => difference(all.at(segment), without.at(segment)))
}

/** The images that match one conjunction of every group. */
export function intersectGroups(groups: Conjunction[][], { lists, expansions }: PostingsSnapshot): ImageSet {
  const { queued } = lists
  const resolved = groups.map((group) => group.map((keys) => keys.map((key) => expansions.get(key) ?? [key])))
  const listGroups = resolved.map((group) => group.map((keys) => keys.map((terms) => postingListsOf(lists, terms))))
  const indexedSegments = Math.max(0, ...listGroups.flat(3).map((list) => list.length))
  const segments = Math.max(indexedSegments, ...[...queued.keys()].map((segment) => segment + 1))
  const isMatch = (image: QueuedImage) =>
    resolved.every((group) =>
      group.some((keys) => keys.every((terms) => terms.some((name) => isIn(lists, image, name)))),
    )
  return lazyImageSet(segments, (segment) =>
    applyQueued(intersectSegment(listGroups, segment), queued.get(segment), isMatch),
  )
}

/** Phrases are read from the published rows, queued images included. */
function isIn({ byPhrase }: PostingLists, { pub_no, terms }: QueuedImage, name: string): boolean {
  return byPhrase.get(name)?.has(pub_no) ?? terms.has(name)
}

function lazyImageSet(segments: number, compute: (segment: number) => PostingSet): ImageSet {
  const computed: PostingSet[] = []
  return { segments, at: (segment) => (computed[segment] ??= compute(segment)) }
}

const postingListsOf = ({ byTerm }: PostingLists, terms: string[]): PostingList[] =>
  terms.flatMap((name) => (byTerm.has(name) ? [byTerm.get(name)!] : []))

/** By group, conjunction and key. */
function intersectSegment(groups: PostingList[][][][], segment: number): PostingSet {
  const sets: PostingSet[] = []
  for (const group of groups) {
    const matching = group.map((keys) => intersectKeys(keys, segment)).filter((set) => set.length)
    if (!matching.length) return emptySet
    sets.push(union(matching))
  }
  return intersectSets(sets)
}

function intersectKeys(keys: PostingList[][], segment: number): PostingSet {
  const sets: PostingSet[] = []
  for (const lists of keys) {
    const set = unionOfSegment(lists, segment)
    if (!set.length) return emptySet
    sets.push(set)
  }
  return intersectSets(sets)
}

function intersectSets(sets: PostingSet[]): PostingSet {
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
  if (plan.order === 'trending') return trendingTiers(all, snapshot.trending)
  return plan.order === 'downloads' ? downloadTiers(all, snapshot) : relevanceTiers(all, plan.levels, snapshot)
}

/** Those that trend, in their order, then all others. */
function trendingTiers(all: ImageSet, { pubNos, bySegment }: TrendingImages): RankTier[] {
  const trending = lazyImageSet(all.segments, (segment) => intersect(all.at(segment), bySegment[segment]))
  return [{ ...trending, sequence: pubNos }, without(all, trending)]
}

/** By the cost of the match, then in turn, then by popularity. */
function* relevanceTiers(all: ImageSet, levels: CostLevel[][], snapshot: PostingsSnapshot): Generator<RankTier> {
  const byCost = Map.groupBy(partitionByRank(all, levels, snapshot), ({ rank }) => costOf(rank))
  for (const [cost, parts] of byCost) {
    const [only] = parts
    if (parts.length > 1)
      yield { ...unionOf(parts), cost, turns: parts.map((part) => [...byPopularity(part, snapshot)]) }
    else for (const tier of byPopularity(only!, snapshot)) yield { ...tier, cost }
  }
}

function* byPopularity(all: ImageSet, { lists }: PostingsSnapshot): Generator<ImageSet> {
  let rest = all
  for (const name of popularityTerms) {
    if (!lists.byTerm.has(name) && !lists.queued.size) continue
    const popular = restrictTo(rest, name, lists)
    rest = without(rest, popular)
    yield popular
  }
  yield rest
}

const unionOf = (parts: ImageSet[]): ImageSet =>
  lazyImageSet(parts[0]!.segments, (segment) => union(parts.map((part) => part.at(segment))))

const without = (all: ImageSet, removed: ImageSet): ImageSet =>
  lazyImageSet(all.segments, (segment) => difference(all.at(segment), removed.at(segment)))

interface RankedSet extends ImageSet {
  rank: number
}

/** One part for each sum of ranks, ascending; every image is in the part of its lowest levels. */
function partitionByRank(all: ImageSet, groups: CostLevel[][], snapshot: PostingsSnapshot): RankedSet[] {
  const ranks = groups.reduce<number[]>((sums, levels) => sumsOf(sums, levels), [0])
  const sets = groups.map((levels) =>
    levels.map(({ rank, anyOf }) => ({ ...intersectGroups([anyOf], snapshot), rank })),
  )
  const partitionSegment = (segment: number) => {
    let parts = new Map<number, PostingSet>([[0, all.at(segment)]])
    for (const levels of sets) parts = addGroup(parts, levels, segment)
    return parts
  }
  const partitioned: Map<number, PostingSet>[] = []
  // Most pages need the best part alone, which is the intersection of every group's best level.
  const bestOf = (segment: number) =>
    intersectSets([all, ...sets.flatMap(([best]) => best ?? [])].map((set) => set.at(segment)))
  const partOf = (rank: number, segment: number) => {
    if (!all.at(segment).length) return emptySet
    if (rank === ranks[0] && !partitioned[segment]) return bestOf(segment)
    return (partitioned[segment] ??= partitionSegment(segment)).get(rank) ?? emptySet
  }
  return ranks.map((rank) => ({ ...lazyImageSet(all.segments, (segment) => partOf(rank, segment)), rank }))
}

const sumsOf = (sums: number[], levels: CostLevel[]) =>
  [...new Set(sums.flatMap((sum) => levels.map(({ rank }) => sum + rank)))].sort((one, other) => one - other)

/** Divides each part by the levels of one more group. */
function addGroup(parts: Map<number, PostingSet>, levels: RankedSet[], segment: number): Map<number, PostingSet> {
  const result = new Map<number, PostingSet>()
  for (const [sum, part] of parts) {
    let rest = part
    for (const level of levels) {
      if (!rest.length) break
      const matching = intersect(rest, level.at(segment))
      if (!matching.length) continue
      const before = result.get(sum + level.rank)
      result.set(sum + level.rank, before ? union([before, matching]) : matching)
      rest = difference(rest, matching)
    }
  }
  return result
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
