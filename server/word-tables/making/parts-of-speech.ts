import type { Annotations } from './annotations.ts'
import type { PartOfSpeech, WordNet } from './wordnet.ts'

export interface PartsOfSpeech {
  /** The percentage of the word's occurrences in which it is a noun. */
  nounShare: number
  /** How often WordNet's authors met the word in texts; one where it is met on emoji alone. */
  frequency: number
}

/** What every word is, also the forms in -ing and -ed of verbs: `running` is a verb more often than a noun. */
export function partsOfSpeech(
  { senses, frequencies }: WordNet,
  { picturesOf }: Annotations,
): Map<string, PartsOfSpeech> {
  const words = new Map<string, Record<'noun' | 'other' | 'met', number>>()
  for (const part of ['noun', 'verb', 'adj', 'adv'] as PartOfSpeech[])
    for (const [word, synsets] of senses[part]) {
      const met = synsets.reduce((sum, id) => sum + (frequencies.get(`${word} ${id}`) ?? 0), 0)
      // A sense that no text has counts half, so that a word without any has shares too.
      const weight = met + synsets.length / 2
      for (const form of part === 'verb' ? [word, ...participlesOf(word)] : [word]) {
        const counts = words.get(form) ?? { noun: 0, other: 0, met: 0 }
        counts[part === 'noun' ? 'noun' : 'other'] += weight
        counts.met += met
        words.set(form, counts)
      }
    }
  return new Map(
    Array.from(words, ([word, { noun, other, met }]) => [
      word,
      { nounShare: Math.round((100 * noun) / (noun + other)), frequency: met || (picturesOf.has(word) ? 1 : 0) },
    ]),
  )
}

/** Of regular verbs; not all of these are words. */
function participlesOf(verb: string): string[] {
  if (!/^[a-z]{3,}$/.test(verb)) return []
  const stem = verb.replace(/e$/, '')
  const doubled = /[^aeiou][aeiou][^aeiouwxy]$/.test(verb) ? [verb + verb.at(-1)] : []
  return [stem, ...doubled].flatMap((one) => [`${one}ing`, `${one}ed`])
}
