import { type Indexed, isExact, longestTitle, termsOf } from '#features/images/index-terms'
import {
  among,
  changed,
  count,
  has,
  largest,
  type Members,
  none,
  placeOf,
  segmentOf,
  segmentSize,
  together,
} from '#features/images/members'

/** The images of one list, by segment. */
export type Segments = readonly (Members | undefined)[]

/** An image that has changed since the lists learnt of it, as it is now. */
export interface Fresh {
  pub_no: number
  /** The lists that it is in by now; none where it is published no longer. */
  terms: Set<string>
}

export const freshOf = ({ pub_no, ...image }: Indexed & { pub_no: number; words: string[] | null }): Fresh => ({
  pub_no,
  terms: new Set(image.words ? termsOf(image as Indexed) : []),
})

/** Lists by their names, with what they do not know yet. */
export interface Lists {
  of: Map<string, Segments>
  fresh: FreshBySegment
}

export type FreshBySegment = ReadonlyMap<number, Fresh[]>

/** Images of one kind, by segment; what nobody asks for is not computed. */
export interface Images {
  segments: number
  at(segment: number): Members
}

function lazily(segments: number, made: (segment: number) => Members): Images {
  const known: Members[] = []
  return { segments, at: (segment) => (known[segment] ??= made(segment)) }
}

/** In one list of every group at least: of the lists what they know, and fresh images as they are. */
export function matching(groups: string[][], lists: Lists): Images {
  const { fresh } = lists
  const ofGroups = groups.map((group) => group.flatMap((name) => oneOf(lists, name)))
  const known = Math.max(0, ...ofGroups.flat().map((list) => list.length))
  const fits = ({ terms }: Fresh) => groups.every((group) => group.some((name) => terms.has(name)))
  return lazily(Math.max(known, ...[...fresh.keys()].map((segment) => segment + 1)), (segment) =>
    corrected(inAll(ofGroups, segment), fresh.get(segment), fits),
  )
}

/** A list that there is not holds nothing. */
const oneOf = ({ of }: Lists, name: string): Segments[] => (of.has(name) ? [of.get(name)!] : [])

export const bySegment = (fresh: Fresh[]): FreshBySegment => Map.groupBy(fresh, ({ pub_no }) => segmentOf(pub_no))

/** With the fresh images that fit, and without the others, whatever the lists say of them. */
function corrected(members: Members, fresh: Fresh[] | undefined, fits: (one: Fresh) => boolean): Members {
  if (!fresh) return members
  const [add, remove]: [number[], number[]] = [[], []]
  for (const one of fresh) (fits(one) ? add : remove).push(placeOf(one.pub_no))
  return changed(members, add, remove)
}

function inAll(groups: Segments[][], segment: number): Members {
  const sets: Members[] = []
  for (const group of groups) {
    const some = group.flatMap((list) => list[segment] ?? [])
    if (!some.length) return none
    sets.push(together(some))
  }
  sets.sort((one, other) => length(one) - length(other))
  let found = sets[0] ?? none
  for (const set of sets.slice(1)) if (found.length) found = among(found, set)
  return found
}

/** Places are fewer than bits, and quicker to walk. */
const length = (members: Members) => (members instanceof Uint16Array ? members.length : segmentSize)

export function countOf({ segments, at }: Images): number {
  let sum = 0
  for (let segment = 0; segment < segments; segment++) sum += count(at(segment))
  return sum
}

/** Images that come one after the other, by publish number; those of a bucket by how often they were downloaded first. */
interface Class extends Images {
  bucket?: number
}

/** Tells of an image in how many of these lists it is. */
export function holdersAmong(names: string[], { of, fresh }: Lists): (pub_no: number) => number {
  const changed = new Map([...fresh.values()].flat().map((one) => [one.pub_no, one.terms]))
  const some = names.map((name) => ({ name, list: of.get(name) }))
  return (pub_no) => {
    const [segment, place, terms] = [segmentOf(pub_no), placeOf(pub_no), changed.get(pub_no)]
    const holds = (members: Members | undefined) => members !== undefined && has(members, place)
    return some.filter(({ name, list }) => (terms ? terms.has(name) : holds(list?.[segment]))).length
  }
}

/** The newest first. */
export function* newest(all: Images): Generator<Class> {
  yield all
}

/** Those with the most words whole first, then those with the fewest besides. */
export function* bestMatches(all: Images, whole: string[][], lengths: string[], lists: Lists): Generator<Class> {
  const byWhole = splitByWhole(all, whole, lists)
  for (let words = whole.length; words >= 0; words--)
    for (let at = 0; at < longestTitle; at++) yield restricted(byWhole[words]!, lengths[at]!, lists)
}

/** At place n those that hold n of the words whole. */
function splitByWhole(all: Images, whole: string[][], lists: Lists): Images[] {
  const { fresh } = lists
  const ofWords = whole.map((names) => names.flatMap((name) => oneOf(lists, name)))
  const holds = (names: string[]) => (one: Fresh) => names.some((name) => one.terms.has(name))
  const split: Members[][] = []
  const empty: Members[] = whole.map(() => none).concat(none)
  const at = (segment: number) => {
    let parts = [all.at(segment)]
    if (!parts[0]!.length) return empty
    for (const [word, some] of ofWords.entries()) {
      const held = some.flatMap((list) => list[segment] ?? [])
      const holding = corrected(held.length ? together(held) : none, fresh.get(segment), holds(whole[word]!))
      const next: Members[] = Array.from({ length: parts.length + 1 }, () => none)
      for (const [n, part] of parts.entries()) {
        if (!part.length) continue
        next[n + 1] = either(next[n + 1]!, among(part, holding))
        next[n] = either(next[n]!, among(part, holding, false))
      }
      parts = next
    }
    return parts
  }
  return Array.from({ length: whole.length + 1 }, (_, n) =>
    lazily(all.segments, (segment) => (split[segment] ??= at(segment))[n]!),
  )
}

const either = (one: Members, other: Members) =>
  one.length === 0 ? other : other.length === 0 ? one : together([one, other])

/** Those of one list. */
function restricted(all: Images, name: string, { of, fresh }: Lists): Images {
  const list = of.get(name) ?? []
  return lazily(all.segments, (segment) => {
    const members = all.at(segment)
    return members.length && (list[segment] || fresh.has(segment)) ? among(members, corrected(list[segment] ?? none, fresh.get(segment), (one) => one.terms.has(name))) : none // biome-ignore format: one thought
  })
}

/** Those downloaded most first; `buckets` are the lists by downloads, the highest first. */
export function* mostDownloaded(
  all: Images,
  buckets: { name: string; number: number }[],
  lists: Lists,
): Generator<Class> {
  for (const { name, number } of buckets)
    yield { ...restricted(all, name, lists), bucket: isExact(number) ? undefined : number }
}

/** The publish numbers of a page. `sorted` puts those of buckets, which come first, into their order. */
export async function pageOf(
  classes: Iterable<Class>,
  skip: number,
  most: number,
  sorted: (numbers: number[], buckets: number[]) => Promise<number[]>,
): Promise<number[]> {
  const [mixed, buckets, clear]: [number[], number[], number[]] = [[], [], []]
  let skipMixed = 0
  for (const one of classes) {
    // Only what is skipped must be counted to its end.
    if (skip > 0 || one.bucket !== undefined) {
      const here = countOf(one)
      if (skip >= here) {
        skip -= here
        continue
      }
      if (one.bucket !== undefined) {
        buckets.push(one.bucket)
        skipMixed += skip
        for (const number of numbersOf(one, 0, here)) mixed.push(number) // too many to be spread
        skip = 0
      }
    }
    if (one.bucket === undefined) clear.push(...numbersOf(one, skip, most - (mixed.length - skipMixed) - clear.length))
    skip = 0
    if (mixed.length - skipMixed + clear.length >= most) break
  }
  if (!mixed.length) return clear
  return [...(await sorted(mixed, buckets)).slice(skipMixed, skipMixed + most), ...clear]
}

/** Publish numbers, the largest first. */
export function numbersOf({ segments, at }: Images, skip: number, most: number): number[] {
  const numbers: number[] = []
  for (let segment = segments - 1; segment >= 0 && numbers.length < most; segment--) {
    const members = at(segment)
    const here = skip ? count(members) : 0
    if (skip && skip >= here) {
      skip -= here
      continue
    }
    for (const place of largest(members, skip, most - numbers.length)) numbers.push(segment * segmentSize + place)
    skip = 0
  }
  return numbers
}
