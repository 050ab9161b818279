import type { Annotations } from './annotations.ts'

export interface Translation {
  /** Codes of the languages that have the word; none for an emoji. */
  languages: Set<string>
  /** English words with their cost. */
  english: Map<string, number>
}

/** English words of one word, and of one emoji, that are in the table. */
const most = 5
const mostOfEmoji = 8

/** English words of one word in one language. */
const mostOfLanguage = 5

/**
 * A word of another language means the English words that describe most nearly the same emoji, and best those that name
 * them: CLDR keeps no dictionary, but describes the same 4,000 emoji in every language.
 */
export function translationTable(
  english: Annotations,
  languages: Map<string, Annotations>,
  areSynonyms: (one: string, other: string) => boolean,
): Map<string, Translation> {
  const table = new Map<string, Translation>()
  for (const [word, inLanguages] of nearestByWord(english, languages)) {
    const codes = new Set(inLanguages.map(({ code }) => code))
    table.set(word, { languages: codes, english: withCosts(combine(inLanguages, word), most) })
  }
  const widespread = commonNameWords(english)
  for (const [emoji, name] of english.nameOf) {
    const words = emojiWords(emoji, name, english, widespread, areSynonyms)
    table.set(emoji, { languages: new Set(), english: withCosts(words, mostOfEmoji) })
  }
  return new Map([...table].filter(([, { english: words }]) => words.size))
}

interface InLanguage {
  code: string
  /** More emoji are better evidence; from 1 to 5. */
  weight: number
  nearest: [string, number][]
}

function nearestByWord(english: Annotations, languages: Map<string, Annotations>): Map<string, InLanguage[]> {
  const byWord = new Map<string, InLanguage[]>()
  for (const [code, language] of languages)
    for (const [word, pictures] of language.picturesOf) {
      const nearest = nearestWords(word, pictures, language, english)
      if (!nearest.length || nearest[0]![0] === word) continue
      byWord.set(word, [...(byWord.get(word) ?? []), { code, weight: Math.min(5, pictures.size), nearest }])
    }
  return byWord
}

/** Weighted means over the languages, raised so that the best word has the score of the language where it is best. */
function combine(inLanguages: InLanguage[], word: string): Map<string, number> {
  const total = inLanguages.reduce((sum, { weight }) => sum + weight, 0)
  const means = new Map<string, number>()
  const maxima = new Map<string, number>()
  for (const { weight, nearest } of inLanguages)
    for (const [one, score] of nearest) {
      if (one === word) continue
      means.set(one, (means.get(one) ?? 0) + (weight * score) / total)
      raise(maxima, one, score)
    }
  const [best] = [...means].toSorted(([, one], [, other]) => other - one)
  const factor = best ? maxima.get(best[0])! / best[1] : 1
  return new Map([...means].map(([one, score]) => [one, score * factor]))
}

function nearestWords(word: string, pictures: Set<string>, language: Annotations, english: Annotations) {
  const scores = new Map<string, number>()
  for (const picture of pictures)
    for (const one of english.wordsOf.get(picture) ?? [])
      if (!scores.has(one)) scores.set(one, similarity(word, one, language, english))
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, mostOfLanguage)
  const best = ranked[0]?.[1] ?? 0
  const chosen = ranked.filter(([, score]) => score > 0.25 && score > best * 0.4)
  return chosen.flatMap(([one, score]) => withHead(one, score, english))
}

/** Share of the emoji that both describe (Dice), more where one names what the other describes. */
function similarity(word: string, one: string, language: Annotations, english: Annotations): number {
  const pictures = language.picturesOf.get(word)!
  const others = english.picturesOf.get(one)!
  const both = [...pictures].filter((picture) => others.has(picture))
  const names = both.filter((picture) => language.nameOf.get(picture) === word)
  const isNamed = names.map((picture) => english.nameOf.get(picture) === one)
  const isHead = both.filter((picture) => headsOf(english.nameOf.get(picture) ?? '').includes(one))
  const isPart = both.filter((picture) => english.nameOf.get(picture)?.split(' ').includes(one))
  // A part of a name may describe other emoji too (cheese, of the cheese wedge, a pizza) and still be what is meant.
  const isMeant = isPart.length > 0 && others.size <= 12
  const overlap = isMeant ? both.length / pictures.size : (2 * both.length) / (pictures.size + others.size)
  return (
    overlap +
    (isMeant ? 0.02 * Math.log2(others.size) : 0) +
    isNamed.reduce((sum, isName) => sum + (isName ? 1 : 0.2), 0) +
    (0.1 * isHead.length + 0.5 * isPart.length) / pictures.size -
    (one.includes(' ') ? 0.15 : 0)
  )
}

/** What a name is about: a `red apple` is an apple, a `house with garden` a house, a `skull and crossbones` both. */
const headsOf = (name: string): string[] =>
  name
    .split(/ (?:with|in|on|of|for) /)[0]!
    .split(' and ')
    .map((part) => part.slice(part.lastIndexOf(' ') + 1))

function withHead(phrase: string, score: number, english: Annotations): [string, number][] {
  const heads = phrase.includes(' ') ? headsOf(phrase).filter((head) => english.picturesOf.has(head)) : []
  return [[phrase, score], ...heads.map((head): [string, number] => [head, score * 0.95])]
}

/** The name, its heads and other words, and keywords: synonyms of the name, then those of few emoji. */
function emojiWords(
  emoji: string,
  name: string,
  english: Annotations,
  widespread: Set<string>,
  areSynonyms: (one: string, other: string) => boolean,
): Map<string, number> {
  const scores = new Map([[name, 2]])
  const heads = headsOf(name)
  const parts = name.split(' ').filter((part) => part.length > 2 && !widespread.has(part))
  for (const part of parts) raise(scores, part, heads.includes(part) ? 1.9 : 1.6)
  for (const word of english.wordsOf.get(emoji) ?? [])
    raise(
      scores,
      word,
      areSynonyms(name, word)
        ? 1.8
        : 0.8 / Math.log2(2 + english.picturesOf.get(word)!.size) + (name.includes(word) ? 1 : 0),
    )
  return scores
}

/** Words of more than 40 names, such as face, and those that join others say little. */
function commonNameWords({ nameOf }: Annotations): Set<string> {
  const uses = new Map<string, number>()
  for (const name of nameOf.values())
    for (const word of new Set(name.split(' '))) raise(uses, word, (uses.get(word) ?? 0) + 1)
  return new Set(['and', 'for', 'the', 'with', ...[...uses].filter(([, count]) => count > 40).map(([word]) => word)])
}

function raise(scores: Map<string, number>, key: string, score: number) {
  scores.set(key, Math.max(scores.get(key) ?? 0, score))
}

/** The best of the scores, as costs from 0 (both name the same emoji) to 18. */
const withCosts = (scores: Map<string, number>, count: number) =>
  new Map(
    [...scores]
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, count)
      .map(([word, score]) => [word, Math.max(0, Math.round(20 - 10 * score))]),
  )
