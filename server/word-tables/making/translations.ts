import type { Annotations } from './annotations.ts'

export interface Translation {
  /** Codes of the languages that have the word; none for an emoji. */
  languages: Set<string>
  /** English words with their cost. */
  english: Map<string, number>
}

/** English words of one word, and of one emoji, that are in the table. */
const most = 4
const mostOfEmoji = 8

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
  for (const [code, language] of languages) addLanguage(table, code, language, english)
  const widespread = commonNameWords(english)
  for (const [emoji, name] of english.nameOf)
    table.set(emoji, { languages: new Set(), english: emojiWords(emoji, name, english, widespread, areSynonyms) })
  for (const one of table.values()) one.english = withCosts(one.english, one.languages.size ? most : mostOfEmoji)
  return new Map([...table].filter(([, { english: words }]) => words.size))
}

function addLanguage(table: Map<string, Translation>, code: string, language: Annotations, english: Annotations) {
  for (const [word, pictures] of language.picturesOf) {
    const nearest = nearestWords(word, pictures, language, english)
    if (!nearest.length || nearest[0]![0] === word) continue
    const translation = table.get(word) ?? { languages: new Set(), english: new Map() }
    table.set(word, translation)
    translation.languages.add(code)
    for (const [one, score] of nearest) if (one !== word) raise(translation.english, one, score)
  }
}

function nearestWords(word: string, pictures: Set<string>, language: Annotations, english: Annotations) {
  const scores = new Map<string, number>()
  for (const picture of pictures)
    for (const one of english.wordsOf.get(picture) ?? [])
      if (!scores.has(one)) scores.set(one, similarity(word, one, language, english))
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, 3)
  const best = ranked[0]?.[1] ?? 0
  const chosen = ranked.filter(([, score]) => score > 0.25 && score > best * 0.6)
  return chosen.flatMap(([one, score]) => withHead(one, score, english))
}

/** Share of the emoji that both describe (Dice), more where one names what the other describes. */
function similarity(word: string, one: string, language: Annotations, english: Annotations): number {
  const pictures = language.picturesOf.get(word)!
  const others = english.picturesOf.get(one)!
  const both = [...pictures].filter((picture) => others.has(picture))
  const names = both.filter((picture) => language.nameOf.get(picture) === word)
  const isNamed = names.map((picture) => english.nameOf.get(picture) === one)
  const holdsWord = both.filter((picture) => english.nameOf.get(picture)?.split(' ').includes(one))
  return (
    (2 * both.length) / (pictures.size + others.size) +
    isNamed.reduce((sum, isName) => sum + (isName ? 1 : 0.2), 0) +
    (0.6 * holdsWord.length) / pictures.size -
    (one.includes(' ') ? 0.15 : 0)
  )
}

/** The last word of a name is what it is about: a `red apple` is an apple. */
function withHead(phrase: string, score: number, english: Annotations): [string, number][] {
  const head = phrase.split(' ').at(-1)!
  const isApart = head !== phrase && english.picturesOf.has(head)
  return isApart
    ? [
        [phrase, score],
        [head, score * 0.95],
      ]
    : [[phrase, score]]
}

/** The name, its words from the last to the first, and keywords: synonyms of the name, then those of few emoji. */
function emojiWords(
  emoji: string,
  name: string,
  english: Annotations,
  widespread: Set<string>,
  areSynonyms: (one: string, other: string) => boolean,
): Map<string, number> {
  const scores = new Map([[name, 2]])
  const parts = name.split(' ').filter((part) => part.length > 2 && !widespread.has(part))
  for (const [at, part] of parts.reverse().entries()) raise(scores, part, 1.9 - 0.25 * at)
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
