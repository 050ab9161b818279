import { createHash } from 'node:crypto'
import { previewSides } from '@vitrine/contract/media-files'
import { categories } from '@vitrine/contract/vocabulary/categories'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { previewKey } from '#features/images/storage-keys'
import { galleryChanged } from '#features/publishing/read-model'
import { oklabToOklch, rgbToOklab } from '#imaging/colour/oklab'
import { hexToRgb } from '#imaging/measures/rgba-image'
import { forEachLimit } from '#kit/concurrency'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import type { Store } from '#kit/storage/store'
import {
  type Candidate,
  highlightCandidates,
  type OutdatedSet,
  outdatedSets,
  saveHighlights,
  type WantedSet,
} from './highlights.sql.ts'

const wantedSets: WantedSet[] = [
  { category_id: null, count: limits.highlights },
  ...categories.map(({ id }) => ({ category_id: id, count: limits.categoryHighlights })),
]

/** Chooses the pictures of the day for the home page and each category, where that is due; a day is one of UTC. */
export async function refreshHighlights(
  { backgroundDb, store }: { backgroundDb: Database; store: Store },
  today = new Date().toISOString().slice(0, 10),
): Promise<void> {
  let hasChanged = false
  for (const set of await outdatedSets(backgroundDb, wantedSets, today)) {
    const candidates = await highlightCandidates(backgroundDb, set.category_id)
    const pub_nos = chooseHighlights(await weigh(store, candidates), set, today)
    const isOther = await saveHighlights(backgroundDb, { category_id: set.category_id, day: today, pub_nos })
    hasChanged ||= isOther
  }
  if (hasChanged) await notify(backgroundDb, galleryChanged)
}

/** Look-ups at a time, since a bucket takes some 20 ms for each. */
const concurrentLookups = 8

/** Without those whose preview is missing. */
async function weigh(store: Store, candidates: Candidate[]): Promise<WeighedCandidate[]> {
  const weighed: WeighedCandidate[] = []
  await forEachLimit(candidates, concurrentLookups, async (one) => {
    const bytes = await store.size(previewKey(one.sha256, previewSides[0], one.preview_version))
    if (bytes !== null) weighed.push({ ...one, bytes })
  })
  return weighed
}

/** With the bytes of its preview. */
type WeighedCandidate = Candidate & { bytes: number }

/**
 * What was chosen today stays; then come those that trend, the best and yesterday's, of different categories and people
 * where possible, and one is left out when the lightest others would not fit beside it in `limits.highlightBytes`.
 */
function chooseHighlights(candidates: WeighedCandidate[], set: OutdatedSet, today: string): number[] {
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

function inOrder(candidates: WeighedCandidate[], { count, day, pub_nos }: OutdatedSet, today: string) {
  const last = new Set(pub_nos)
  const ranks = new Map(
    candidates.map((one) => {
      const isLast = last.has(one.pub_no)
      const group = isLast ? (day === today ? 0 : 3) : one.is_trending ? 1 : 2
      const step = Math.floor(qualitySteps * quality(one, count))
      return [one, [group, isLast ? 0 : -step, numberOf(one.pub_no, today)] as const]
    }),
  )
  return candidates.toSorted((one, other) => {
    const [a, b] = [ranks.get(one)!, ranks.get(other)!]
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
  })
}

/** Pictures within a step count as equally good. */
const qualitySteps = 8
/** The chroma in OKLab, the mean of the visible pixels, of a picture that is as colourful as can be. */
const fullChroma = 0.15

/** How good a picture of `count` looks, 0 to 1: its colour, its detail by the bytes of its preview, its edges. */
function quality({ colours, bytes, edge_score }: WeighedCandidate, count: number): number {
  const chroma = colours.reduce((sum, { hex, share }) => sum + share * chromaOf(hex), 0)
  const colour = Math.min(1, chroma / fullChroma)
  const detail = Math.min(1, bytes / (limits.highlightBytes / count))
  return (colour + detail + (edge_score ?? 0) / 100) / 3
}

const chromaOf = (hex: string) => oklabToOklch(rgbToOklab(...hexToRgb(hex))).chroma

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
