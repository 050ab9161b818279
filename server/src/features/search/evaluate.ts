import {
  cardinality,
  emptySet,
  has,
  intersect,
  lastN,
  offsetOf,
  type PostingSet,
  segmentOf,
  segmentSize,
  union,
  withChanges,
} from './inverted-index/bitmap.ts'
import { type IndexedImage, isExactBucket, maxTitleWords, termsOf } from './inverted-index/terms.ts'

/** The images of one list, by segment. */
export type PostingList = readonly (PostingSet | undefined)[]

/** An image that has changed since the lists learnt of it, as it is now. */
export interface QueuedImage {
  pub_no: number
  /** The lists that it is in by now; none where it is published no longer. */
  terms: Set<string>
}

export const toQueuedImage = ({
  pub_no,
  ...image
}: IndexedImage & { pub_no: number; words: string[] | null }): QueuedImage => ({
  pub_no,
  terms: new Set(image.words ? termsOf(image as IndexedImage) : []),
})

/** Lists by their names, with what they do not know yet. */
export interface PostingLists {
  byTerm: Map<string, PostingList>
  queued: QueuedBySegment
}

export type QueuedBySegment = ReadonlyMap<number, QueuedImage[]>

/** Images of one kind, by segment; what nobody asks for is not computed. */
export interface ImageSet {
  segments: number
  at(segment: number): PostingSet
}

function lazyImageSet(segments: number, made: (segment: number) => PostingSet): ImageSet {
  const known: PostingSet[] = []
  return { segments, at: (segment) => (known[segment] ??= made(segment)) }
}

/** In one list of every group at least: of the lists what they know, and fresh images as they are. */
export function intersectGroups(groups: string[][], lists: PostingLists): ImageSet {
  const { queued: fresh } = lists
  const ofGroups = groups.map((group) => group.flatMap((name) => postingListOf(lists, name)))
  const known = Math.max(0, ...ofGroups.flat().map((list) => list.length))
  const fits = ({ terms }: QueuedImage) => groups.every((group) => group.some((name) => terms.has(name)))
  return lazyImageSet(Math.max(known, ...[...fresh.keys()].map((segment) => segment + 1)), (segment) =>
    applyQueued(intersectSegment(ofGroups, segment), fresh.get(segment), fits),
  )
}

/** A list that there is not holds nothing. */
const postingListOf = ({ byTerm: of }: PostingLists, name: string): PostingList[] =>
  of.has(name) ? [of.get(name)!] : []

export const groupBySegment = (fresh: QueuedImage[]): QueuedBySegment =>
  Map.groupBy(fresh, ({ pub_no }) => segmentOf(pub_no))

/** With the fresh images that fit, and without the others, whatever the lists say of them. */
function applyQueued(
  members: PostingSet,
  fresh: QueuedImage[] | undefined,
  fits: (one: QueuedImage) => boolean,
): PostingSet {
  if (!fresh) return members
  const [add, remove]: [number[], number[]] = [[], []]
  for (const one of fresh) (fits(one) ? add : remove).push(offsetOf(one.pub_no))
  return withChanges(members, add, remove)
}

function intersectSegment(groups: PostingList[][], segment: number): PostingSet {
  const sets: PostingSet[] = []
  for (const group of groups) {
    const some = group.flatMap((list) => list[segment] ?? [])
    if (!some.length) return emptySet
    sets.push(union(some))
  }
  sets.sort((one, other) => scanLength(one) - scanLength(other))
  let found = sets[0] ?? emptySet
  for (const set of sets.slice(1)) if (found.length) found = intersect(found, set)
  return found
}

/** Places are fewer than bits, and quicker to walk. */
const scanLength = (members: PostingSet) => (members instanceof Uint16Array ? members.length : segmentSize)

export function countMatches({ segments, at }: ImageSet): number {
  let sum = 0
  for (let segment = 0; segment < segments; segment++) sum += cardinality(at(segment))
  return sum
}

/** Images that come one after the other, by publish number; those of a bucket by how often they were downloaded first. */
interface RankTier extends ImageSet {
  bucket?: number
}

/** Tells of an image in how many of these lists it is. */
export function sharedTermCounter(
  names: string[],
  { byTerm: of, queued: fresh }: PostingLists,
): (pub_no: number) => number {
  const changed = new Map([...fresh.values()].flat().map((one) => [one.pub_no, one.terms]))
  const some = names.map((name) => ({ name, list: of.get(name) }))
  return (pub_no) => {
    const [segment, place, terms] = [segmentOf(pub_no), offsetOf(pub_no), changed.get(pub_no)]
    const holds = (members: PostingSet | undefined) => members !== undefined && has(members, place)
    return some.filter(({ name, list }) => (terms ? terms.has(name) : holds(list?.[segment]))).length
  }
}

/** The newest first. */
export function* newestTiers(all: ImageSet): Generator<RankTier> {
  yield all
}

/** Those with the most words whole first, then those with the fewest besides. */
export function* relevanceTiers(
  all: ImageSet,
  whole: string[][],
  lengths: string[],
  lists: PostingLists,
): Generator<RankTier> {
  const byWhole = partitionByExactWords(all, whole, lists)
  for (let words = whole.length; words >= 0; words--)
    for (let at = 0; at < maxTitleWords; at++) yield restrictTo(byWhole[words]!, lengths[at]!, lists)
}

/** At place n those that hold n of the words whole. */
function partitionByExactWords(all: ImageSet, whole: string[][], lists: PostingLists): ImageSet[] {
  const { queued: fresh } = lists
  const ofWords = whole.map((names) => names.flatMap((name) => postingListOf(lists, name)))
  const holds = (names: string[]) => (one: QueuedImage) => names.some((name) => one.terms.has(name))
  const split: PostingSet[][] = []
  const empty: PostingSet[] = whole.map(() => emptySet).concat(emptySet)
  const at = (segment: number) => {
    let parts = [all.at(segment)]
    if (!parts[0]!.length) return empty
    for (const [word, some] of ofWords.entries()) {
      const held = some.flatMap((list) => list[segment] ?? [])
      const holding = applyQueued(held.length ? union(held) : emptySet, fresh.get(segment), holds(whole[word]!))
      const next: PostingSet[] = Array.from({ length: parts.length + 1 }, () => emptySet)
      for (const [n, part] of parts.entries()) {
        if (!part.length) continue
        next[n + 1] = unionOfTwo(next[n + 1]!, intersect(part, holding))
        next[n] = unionOfTwo(next[n]!, intersect(part, holding, false))
      }
      parts = next
    }
    return parts
  }
  return Array.from({ length: whole.length + 1 }, (_, n) =>
    lazyImageSet(all.segments, (segment) => (split[segment] ??= at(segment))[n]!),
  )
}

const unionOfTwo = (one: PostingSet, other: PostingSet) =>
  one.length === 0 ? other : other.length === 0 ? one : union([one, other])

/** Those of one list. */
function restrictTo(all: ImageSet, name: string, { byTerm: of, queued: fresh }: PostingLists): ImageSet {
  const list = of.get(name) ?? []
  return lazyImageSet(all.segments, (segment) => {
    const members = all.at(segment)
    return members.length && (list[segment] || fresh.has(segment)) ? intersect(members, applyQueued(list[segment] ?? emptySet, fresh.get(segment), (one) => one.terms.has(name))) : emptySet // biome-ignore format: one thought
  })
}

/** Those downloaded most first; `buckets` are the lists by downloads, the highest first. */
export function* downloadTiers(
  all: ImageSet,
  buckets: { name: string; number: number }[],
  lists: PostingLists,
): Generator<RankTier> {
  for (const { name, number } of buckets)
    yield { ...restrictTo(all, name, lists), bucket: isExactBucket(number) ? undefined : number }
}

/** The publish numbers of a page. `sorted` puts those of buckets, which come first, into their order. */
export async function collectTiers(
  classes: Iterable<RankTier>,
  skip: number,
  most: number,
  sorted: (numbers: number[], buckets: number[]) => Promise<number[]>,
): Promise<number[]> {
  const [mixed, buckets, clear]: [number[], number[], number[]] = [[], [], []]
  let skipMixed = 0
  for (const one of classes) {
    // Only what is skipped must be counted to its end.
    if (skip > 0 || one.bucket !== undefined) {
      const here = countMatches(one)
      if (skip >= here) {
        skip -= here
        continue
      }
      if (one.bucket !== undefined) {
        buckets.push(one.bucket)
        skipMixed += skip
        for (const number of readPubNos(one, 0, here)) mixed.push(number) // too many to be spread
        skip = 0
      }
    }
    if (one.bucket === undefined) clear.push(...readPubNos(one, skip, most - (mixed.length - skipMixed) - clear.length))
    skip = 0
    if (mixed.length - skipMixed + clear.length >= most) break
  }
  if (!mixed.length) return clear
  return [...(await sorted(mixed, buckets)).slice(skipMixed, skipMixed + most), ...clear]
}

/** Publish numbers, the largest first. */
export function readPubNos({ segments, at }: ImageSet, skip: number, most: number): number[] {
  const numbers: number[] = []
  for (let segment = segments - 1; segment >= 0 && numbers.length < most; segment--) {
    const members = at(segment)
    const here = skip ? cardinality(members) : 0
    if (skip && skip >= here) {
      skip -= here
      continue
    }
    for (const place of lastN(members, skip, most - numbers.length)) numbers.push(segment * segmentSize + place)
    skip = 0
  }
  return numbers
}
