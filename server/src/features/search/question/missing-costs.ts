import { pricedMatches, type QueryGroup } from '../planner.ts'
import { mostlyNoun } from './dictionary.sql.ts'
import { type Dictionary, parseTargets } from './dictionary.ts'
import type { UnderstoodGroup } from './understanding.ts'

/** What an image costs that lacks a word, in half points: up to twice as much for a word that few images have. */
const missing = { head: 24, noun: 18, other: 9 }

/**
 * An image may lack words, but the head noun (in English the last one that no preposition precedes) costs most, and
 * rare words cost more than common ones; without a noun every word may name what is shown.
 */
export function asPartialQuestion(groups: UnderstoodGroup[], dictionary: Dictionary) {
  const nouns = nounsOf(groups, dictionary)
  const prepositionsOf = ({ words }: UnderstoodGroup) => words[0]!.prepositionsBefore
  const isAside = (group: UnderstoodGroup) => prepositionsOf(group) > prepositionsOf(nouns[0] ?? group)
  const head = nouns.findLast((group) => !isAside(group))
  const missingCostOf = (group: UnderstoodGroup) => {
    const least = group === head ? missing.head : nouns.includes(group) ? missing.noun : missing.other
    const weight = isAside(group) ? least / 2 : least
    return Math.max(
      Math.round(weight * (1 + rarityOf(group, dictionary))),
      (pricedMatches(group.readings).at(-1)?.cost ?? 0) + 1,
    )
  }
  return {
    groups: groups.map((group): QueryGroup => ({ readings: group.readings, missingCost: missingCostOf(group) })),
    /** An image must match one of these. */
    subjects: (nouns.length ? nouns : groups).filter(({ readings }) => readings.length > 0),
    nouns,
  }
}

/** The percentage of its occurrences from which on a word can be a noun at all. */
const possiblyNoun = 20

/** The words that are mostly nouns; without any, the last one that can be: the train of `red train`. */
function nounsOf(groups: UnderstoodGroup[], dictionary: Dictionary): UnderstoodGroup[] {
  const shares = groups.map((group) => nounShareOf(group, dictionary))
  const nouns = groups.filter((_, at) => shares[at]! >= mostlyNoun)
  const possible = groups.findLast((_, at) => shares[at]! >= possiblyNoun)
  return nouns.length || !possible ? nouns : [possible]
}

/** A word that WordNet does not have is a name. A colour is a noun in WordNet and an attribute on pictures. */
function nounShareOf(group: UnderstoodGroup, dictionary: Dictionary): number {
  if (isColour(group)) return 0
  const { words, readings } = group
  const share = (text: string) => dictionary.englishEntryOf(text)?.noun_share
  const shares = words.map(({ text }) => {
    const [translation] = parseTargets(dictionary.entryOf(text).translations)
    const meant = readings.find(({ form }) => form === 'stem')?.words.at(-1) ?? ''
    return share(text) ?? share(translation?.text ?? '') ?? share(meant) ?? 100
  })
  return Math.max(...shares)
}

export const isColour = ({ readings }: UnderstoodGroup) => readings.some(({ form }) => form === 'mainColour')

/** From 0, of a word of all images, to 1, of one in a million. */
function rarityOf({ words }: UnderstoodGroup, dictionary: Dictionary): number {
  const share = Math.max(...words.map(({ text }) => dictionary.entryOf(text).share), 1e-6)
  return Math.min(1, -Math.log10(share) / 6)
}
