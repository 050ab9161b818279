import type { Sort } from '@vitrine/contract/vocabulary/filters'
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
import { downloadBuckets, phrasesKey, term } from './inverted-index/terms.ts'
import { type Conjunction, type CostLevel, popularityTerms, type SearchPlan } from './planner.ts'
import { type PostingList, type PostingsSnapshot, postingListOf, type QueuedImage } from './postings.ts'

/** Images by segment; a segment is computed when it is first read. */
export interface ImageSet {
  segments: number
  at(segment: number): PostingSet
}

/** Matches of equal rank, which are ordered by publish number. */
export interface RankTier extends ImageSet {
  /** What its images cost, where they are ordered by relevance. */
  cost?: number
  /** Where its images have an order of their own: publish numbers in that order, those of other images among them. */
  sequence?: number[]
}

export type Matches = ReturnType<typeof evaluate>

/** Computes nothing yet: a page reads the segments that it needs, and most need only the first tiers, the best ones. */
export function evaluate(plan: SearchPlan, snapshot: PostingsSnapshot) {
  const all = matchingImages(plan, snapshot)
  return { all, tiers: rankTiers[plan.order](all, snapshot, plan) }
}

function matchingImages({ groups, excluded }: SearchPlan, snapshot: PostingsSnapshot): ImageSet {
  const all = intersectGroups(groups, snapshot)
  if (!excluded.length) return all
  return without(all, intersectGroups([excluded], snapshot))
}

export function intersectGroups(groups: Conjunction[][], snapshot: PostingsSnapshot): ImageSet {
  const { byTerm, queued } = snapshot
  const listGroups = groups.map((group) => group.map((keys) => keys.map((key) => byTerm.get(key) ?? [])))
  const indexedSegments = Math.max(0, ...listGroups.flat(2).map((list) => list.length))
  const segments = Math.max(indexedSegments, ...[...queued.keys()].map((segment) => segment + 1))
  const isMatch = (image: QueuedImage) =>
    groups.every((group) => group.some((keys) => keys.every((key) => isIn(snapshot, image, key))))
  return lazyImageSet(segments, (segment) =>
    applyQueued(intersectSegment(listGroups, segment), queued.get(segment), isMatch),
  )
}

/** Phrases are read from the published rows, queued images included. */
const isIn = ({ withPhrases }: PostingsSnapshot, { pub_no, terms }: QueuedImage, name: string): boolean =>
  name === phrasesKey ? withPhrases.has(pub_no) : terms.has(name)

function lazyImageSet(segments: number, compute: (segment: number) => PostingSet): ImageSet {
  const computed: PostingSet[] = []
  return { segments, at: (segment) => (computed[segment] ??= compute(segment)) }
}

export const inBoth = (one: ImageSet, other: ImageSet): ImageSet =>
  lazyImageSet(Math.min(one.segments, other.segments), (segment) => intersect(one.at(segment), other.at(segment)))

/** By group, conjunction and key. */
function intersectSegment(groups: PostingList[][][], segment: number): PostingSet {
  const sets: PostingSet[] = []
  for (const group of groups) {
    const matching = group.map((keys) => intersectKeys(keys, segment)).filter((set) => set.length)
    if (!matching.length) return emptySet
    sets.push(union(matching))
  }
  return intersectSets(sets)
}

function intersectKeys(lists: PostingList[], segment: number): PostingSet {
  const sets = lists.map((list) => list[segment] ?? emptySet)
  return sets.every((set) => set.length) ? intersectSets(sets) : emptySet
}

function intersectSets(sets: PostingSet[]): PostingSet {
  sets.sort((one, other) => scanLength(one) - scanLength(other))
  let result = sets[0] ?? emptySet
  for (const set of sets.slice(1)) if (result.length) result = intersect(result, set)
  return result
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

type RankTiers = (all: ImageSet, snapshot: PostingsSnapshot, plan: SearchPlan) => Iterable<RankTier>

const rankTiers: Record<Sort, RankTiers> = {
  relevance: (all, snapshot, { levels }) => relevanceTiers(all, levels, snapshot),
  trending: (all, { trending }) => trendingTiers(all, trending),
  newest: (all) => [all],
  downloads: downloadTiers,
}

/** Those that trend, in their order, then all others. */
function trendingTiers(all: ImageSet, sequence: number[]): RankTier[] {
  const list = postingListOf(sequence.toSorted((one, other) => one - other))
  const trending = inBoth(all, { segments: list.length, at: (segment) => list[segment] ?? emptySet })
  return [{ ...trending, sequence }, without(all, trending)]
}

function* relevanceTiers(all: ImageSet, levels: CostLevel[][], snapshot: PostingsSnapshot): Generator<RankTier> {
  for (const { cost, ...part } of partitionByCost(all, levels, snapshot)) {
    if (isEmpty(part)) continue
    for (const tier of byPopularity(part, snapshot)) yield { ...tier, cost }
  }
}

/** From the newest segment down, which a page reads first. */
function isEmpty({ segments, at }: ImageSet): boolean {
  for (let segment = segments - 1; segment >= 0; segment--) if (at(segment).length) return false
  return true
}

function* byPopularity(all: ImageSet, snapshot: PostingsSnapshot): Generator<ImageSet> {
  let rest = all
  for (const name of popularityTerms) {
    if (!snapshot.byTerm.has(name) && !snapshot.queued.size) continue
    const popular = withTerm(rest, name, snapshot)
    rest = without(rest, popular)
    yield popular
  }
  yield rest
}

const without = (all: ImageSet, removed: ImageSet): ImageSet =>
  lazyImageSet(all.segments, (segment) => difference(all.at(segment), removed.at(segment)))

interface PricedSet extends ImageSet {
  cost: number
}

/** One part for each sum of costs, ascending; every image is in the part of its cheapest levels. */
function partitionByCost(all: ImageSet, groups: CostLevel[][], snapshot: PostingsSnapshot): PricedSet[] {
  const sets = groups
    .map((levels) =>
      levels.map(({ cost, anyOf }): PricedSet => ({ ...(anyOf ? intersectGroups([anyOf], snapshot) : all), cost })),
    )
    // The dearest to lack are the rarest words, whose few images are parted from all others first.
    .sort((one, other) => (other.at(-1)?.cost ?? 0) - (one.at(-1)?.cost ?? 0))
  const divided: ((cost: number) => PostingSet)[] = []
  const partOf = (cost: number, segment: number) =>
    (divided[segment] ??= divideByCost(all.at(segment), sets, segment))(cost)
  const costs = groups.reduce<number[]>((sums, levels) => sumsOf(sums, levels), [0])
  return costs.map((cost) => ({ ...lazyImageSet(all.segments, (segment) => partOf(cost, segment)), cost }))
}

const sumsOf = (sums: number[], levels: CostLevel[]) =>
  [...new Set(sums.flatMap((sum) => levels.map(({ cost }) => sum + cost)))].sort((one, other) => one - other)

/** Images of a segment at a level of a group: the groups before cost them this sum. */
interface Part {
  set: PostingSet
  /** Those of them that an earlier level of the group has. */
  without: PostingSet
  sum: number
  group: number
  level: number
}

/** Returns a function that tells the images of a cost; it divides only what may cost so little. */
function divideByCost(all: PostingSet, groups: PricedSet[][], segment: number): (cost: number) => PostingSet {
  const found = new Map<number, PostingSet[]>()
  let open: Part[] = []
  const add = (part: Part) => {
    if (part.group < groups.length) open.push(part)
    else found.set(part.sum, [...(found.get(part.sum) ?? []), part.set])
  }
  const leastAfter = groups.map((_, at) => groups.slice(at + 1).reduce((sum, [first]) => sum + first!.cost, 0))
  const least = ({ sum, group, level }: Part) => sum + groups[group]![level]!.cost + leastAfter[group]!
  const divide = ({ set, without, sum, group, level }: Part) => {
    const rest = difference(set, without)
    const { cost, at } = groups[group]![level]!
    const matching = intersect(rest, at(segment))
    if (matching.length) add({ set: matching, without: emptySet, sum: sum + cost, group: group + 1, level: 0 })
    const isLast = level + 1 === groups[group]!.length
    if (rest.length && !isLast) add({ set: rest, without: matching, sum, group, level: level + 1 })
  }
  if (all.length) add({ set: all, without: emptySet, sum: 0, group: 0, level: 0 })
  return (cost) => {
    for (let cheap = open; cheap.length; ) {
      cheap = open.filter((part) => least(part) <= cost)
      open = open.filter((part) => least(part) > cost)
      for (const part of cheap) divide(part)
    }
    return union(found.get(cost) ?? [])
  }
}

function* downloadTiers(all: ImageSet, snapshot: PostingsSnapshot): Generator<RankTier> {
  for (const bucket of downloadBuckets) yield withTerm(all, term.downloads(bucket), snapshot)
}

const withTerm = (all: ImageSet, name: string, snapshot: PostingsSnapshot) =>
  inBoth(all, intersectGroups([[[name]]], snapshot))
