import { createHash } from 'node:crypto'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Candidate, OutdatedSet } from './highlights.sql.ts'

export interface WeighedCandidate extends Candidate {
  /** Of its preview. */
  bytes: number
}

/**
 * The pictures of a day: those that trend first, then light ones, none of yesterday's as long as there are others, of
 * different categories and people where possible, in an order that the day alone decides. What was chosen today stays.
 * No title occurs twice, and together the previews have at most `limits.highlightBytes`: a picture is left out when
 * the lightest others would not fit beside it.
 */
export function chooseHighlights(candidates: WeighedCandidate[], set: OutdatedSet, today: string): number[] {
  const sorted = inOrder(candidates, set, today)
  const byWeight = candidates.toSorted((one, other) => one.bytes - other.bytes)
  let count = Math.min(set.count, candidates.length)
  while (bytesOf(byWeight.slice(0, count)) > limits.highlightBytes) count--
  const chosen: WeighedCandidate[] = []
  const fits = (one: WeighedCandidate) => {
    const others = byWeight.filter((other) => other !== one && !chosen.includes(other))
    return bytesOf([...chosen, one, ...others.slice(0, count - chosen.length - 1)]) <= limits.highlightBytes
  }
  for (const isVaried of varieties) {
    for (const one of sorted) {
      if (chosen.length === count) break
      const isRepeat = chosen.some(({ title_key }) => title_key === one.title_key)
      if (!isRepeat && isVaried(one, chosen) && fits(one)) chosen.push(one)
    }
  }
  return chosen.map(({ pub_no }) => pub_no)
}

const bytesOf = (candidates: WeighedCandidate[]) => candidates.reduce((sum, { bytes }) => sum + bytes, 0)

/** The best first. */
function inOrder(candidates: WeighedCandidate[], { count, day, pub_nos }: OutdatedSet, today: string) {
  const last = new Set(pub_nos)
  const ranks = new Map(
    candidates.map((one) => {
      const isLast = last.has(one.pub_no)
      const group = isLast ? (day === today ? 0 : 3) : one.is_trending ? 1 : 2
      const isHeavy = !isLast && !one.is_trending && one.bytes > limits.highlightBytes / count
      return [one, [group, Number(isHeavy), numberOf(one.pub_no, today)] as const]
    }),
  )
  return candidates.toSorted((one, other) => {
    const [a, b] = [ranks.get(one)!, ranks.get(other)!]
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
  })
}

/** A number that seems random and depends on the picture and the day alone. */
const numberOf = (pub_no: number, day: string) =>
  createHash('sha256').update(`${day} ${pub_no}`).digest().readUInt32BE()

const isOtherCategory = (one: Candidate, chosen: Candidate[]) =>
  !chosen.some(({ category_id }) => category_id === one.category_id)
const isOtherPerson = (one: Candidate, chosen: Candidate[]) => !chosen.some(({ owner_id }) => owner_id === one.owner_id)

/** What a picture must have in comparison with those chosen before, the most demanding first. */
const varieties: ((one: Candidate, chosen: Candidate[]) => boolean)[] = [
  (one, chosen) => isOtherCategory(one, chosen) && isOtherPerson(one, chosen),
  isOtherCategory,
  isOtherPerson,
  () => true,
]
