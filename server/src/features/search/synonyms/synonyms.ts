import type { Synonym } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { Reading } from '../planner.ts'
import type { Question, QuestionWord } from '../question/question.ts'
import { costs, reading } from '../question/readings.ts'
import { stemOf, wordsOf } from '../words/word-forms.ts'

/** What may be said instead, as lists of words, by the stems of a word or phrase. */
export type Synonyms = ReadonlyMap<string, string[][]>

/** Synonyms of one word or phrase that a search reads, so that none reads thousands of posting lists. */
const maxAlternatives = 20

/** Word forms do not count: `cookies` has the synonyms of `cookie`. */
export const synonymKey = (words: string[]) => words.map(stemOf).join(' ')

export function toSynonyms(rows: Omit<Synonym, 'id'>[]): Synonyms {
  const synonyms = new Map<string, string[][]>()
  const add = (said: string[], means: string[]) => {
    const key = synonymKey(said)
    const known = synonyms.get(key) ?? []
    if (known.length < maxAlternatives) synonyms.set(key, [...known, means])
  }
  for (const { said, means, is_two_way } of rows) {
    add(wordsOf(said), wordsOf(means))
    if (is_two_way) add(wordsOf(means), wordsOf(said))
  }
  return synonyms
}

/** Every word of a phrase gets the synonyms of the phrase, which an image pays for once; words in quotes have none. */
export function withSynonyms(question: Question, synonyms: Synonyms): Question {
  if (!synonyms.size) return question
  const readings = new Map<QuestionWord, Reading[]>()
  for (const span of spansOf(question.groups)) {
    for (const words of synonyms.get(synonymKey(span.map(({ text }) => text))) ?? [])
      for (const [index, word] of span.entries())
        readings.set(word, [...(readings.get(word) ?? []), synonymReading(words, index)])
  }
  const add = (word: QuestionWord) => ({ ...word, synonyms: [...(word.synonyms ?? []), ...(readings.get(word) ?? [])] })
  return { ...question, groups: question.groups.map((group) => group.map(add)) }
}

/** Costs as much as another form of the word: the operator says that they mean the same. */
const synonymReading = (words: string[], indexInPhrase: number): Reading =>
  indexInPhrase === 0 ? reading('stem', words, costs.form) : { ...reading('stem', words, 0), isEverywhereAlike: true }

/** Every word, and every phrase of words that must all be there. */
function spansOf(groups: QuestionWord[][]): QuestionWord[][] {
  const words = groups.flatMap((group) => group.map((word) => [word]))
  const phrases = groups.flatMap((_, start) =>
    Array.from({ length: limits.synonymWords - 1 }, (_, more) => groups.slice(start, start + more + 2))
      .filter((span, more) => span.length === more + 2 && span.every((group) => group.length === 1))
      .map((span) => span.flat()),
  )
  return [...words, ...phrases].filter((span) => !span.some(({ isLiteral }) => isLiteral))
}
