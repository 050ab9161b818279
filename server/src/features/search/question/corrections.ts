import type { Reading } from '../planner.ts'
import type { Dictionary } from './dictionary.ts'
import { fillerWords } from './filler-words.ts'
import { costs, nearMeanings, reading, variants } from './readings.ts'
import { maxTypingCost, singleErrors, typingCost } from './spelling.ts'

type Correction = Awaited<ReturnType<typeof corrections>>[number]

/** Corrections that are read, and how much less likely than the likeliest these are. */
const maxCorrections = 5
const tolerance = 0.3

/** A word of these letters may be mistyped. */
export const isCorrectable = (word: string) => /^\p{L}{3,}$/u.test(word)

/** The words that may be meant by a mistyped one, the likeliest first: with one typing error, or of like letters. */
export async function corrections(word: string, dictionary: Dictionary) {
  if (!isCorrectable(word)) return []
  const similar = await dictionary.similarTo(word)
  const oneError = /^[a-z]{4,20}$/.test(word) ? await dictionary.knownAmong(singleErrors(word)) : []
  const most = maxTypingCost(word)
  const near = [...new Set([...oneError, ...similar])]
    .filter((candidate) => candidate.length > 2 && /^\p{L}+$/u.test(candidate))
    .map((candidate) => ({ word: candidate, cost: typingCost(word, candidate) }))
    .filter(({ cost }) => cost <= most)
  await dictionary.load(near.map((one) => one.word))
  const candidates = near
    .map((one) => ({ ...one, cost: one.cost + rarity(one.word, dictionary) }))
    .sort((one, other) => one.cost - other.cost || (one.word < other.word ? -1 : 1))
  const inImages = candidates.filter(({ word: candidate }) => formsInImages(candidate, dictionary).length)
  const found = (inImages[0]?.cost ?? 99) <= sureCost ? inImages : candidates
  return found.filter(({ cost }) => cost <= found[0]!.cost + tolerance).slice(0, maxCorrections)
}

/** A word that images have is meant rather than one that none has, where it costs no more. */
const sureCost = 1.1

/** The word as a reading of images, or what it is the comparative of. */
const formsInImages = (word: string, dictionary: Dictionary): Reading[] =>
  dictionary.usesOf(word) ? [reading('stem', [word], 0)] : variants(word, dictionary)

/** Words of many images are likelier; a form that none has is meant less often, and a word that none has still less. */
function rarity(word: string, dictionary: Dictionary): number {
  const { uses, stem_uses } = dictionary.entryOf(word)
  if (uses) return -0.06 * Math.log2(uses + 1)
  return stem_uses ? 0.05 - 0.03 * Math.log2(stem_uses + 1) : 0.3
}

/** Readings of the corrected words: themselves, or what is near them where no image has them. */
export async function correctedReadings(found: Correction[], dictionary: Dictionary, cost: number): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const [index, { word }] of found.entries()) {
    const further = index ? 1 : 0
    const forms = formsInImages(word, dictionary)
    readings.push(...forms.map((form) => ({ ...form, cost: cost + further })))
    if (!forms.length)
      for (const near of (await nearMeanings(word, dictionary)).slice(0, 4))
        readings.push({ ...near, cost: cost + further + 1 })
  }
  return readings
}

/** Whether a filler word is at least as likely to be meant as these. */
export function isMistypedFiller(word: string, found: Correction[]): boolean {
  if (!isCorrectable(word)) return false
  const best = Math.min(
    ...[...fillerWords].filter((filler) => filler.length > 3).map((filler) => typingCost(word, filler)),
  )
  return best <= 1 && (!found.length || fillerWords.has(found[0]!.word) || best <= found[0]!.cost)
}

export const correctionCost = (hasOthers: boolean) => costs.spelling + (hasOthers ? 1 : 0)
