import type { Reading } from '../planner.ts'
import type { Dictionary } from './dictionary.ts'
import { fillerWords } from './filler-words.ts'
import { costs, meanings, nearDistance, reading } from './readings.ts'
import { maxTypingCost, singleErrors, typingCost } from './spelling.ts'

export interface Correction {
  word: string
  /** Typing cost, a little less for a word of many images. */
  cost: number
}

/** Corrections that are read, and how much less likely than the likeliest these are. */
const maxCorrections = 5
const tolerance = 0.3

/** A word of these letters may be mistyped. */
export const isCorrectable = (word: string) => /^\p{L}{3,}$/u.test(word)

/** The words that may be meant by a mistyped one, the likeliest first: with one typing error, or of like letters. */
export async function corrections(word: string, dictionary: Dictionary): Promise<Correction[]> {
  if (!isCorrectable(word)) return []
  const { similar } = await dictionary.similarTo(word)
  await dictionary.load(similar)
  const oneError = /^[a-z]{4,20}$/.test(word) ? await dictionary.knownAmong(singleErrors(word)) : []
  const most = maxTypingCost(word)
  const found = [...new Set([...oneError, ...similar])]
    .filter((candidate) => candidate.length > 2 && /^\p{L}+$/u.test(candidate))
    .map((candidate) => ({ word: candidate, cost: typingCost(word, candidate) }))
    .filter(({ cost }) => cost <= most)
    .map((one) => ({ ...one, cost: one.cost + rarity(one.word, dictionary) }))
    .sort((one, other) => one.cost - other.cost || (one.word < other.word ? -1 : 1))
  return found.filter(({ cost }) => cost <= found[0]!.cost + tolerance).slice(0, maxCorrections)
}

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
    if (dictionary.usesOf(word)) readings.push(reading('stem', [word], cost + further))
    else
      for (const near of (await meanings(word, dictionary, nearDistance)).slice(0, 4))
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
