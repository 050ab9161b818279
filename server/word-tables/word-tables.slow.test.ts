import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokenize } from '#features/images/tokenizer'
import { type Meaning, type NearWord, readMeanings, readTranslations, type Translation } from './read-word-table.ts'

const meanings: Meaning[] = []
for await (const one of readMeanings()) meanings.push(one)
const translations: Translation[] = []
for await (const one of readTranslations()) translations.push(one)
const nearWords = new Map(meanings.map(({ word, near }) => [word, near.map(({ text }) => text)]))
const inEnglish = new Map(translations.map(({ word, english }) => [word, english.map(({ text }) => text)]))

const isSortedAndUnique = (words: string[]) => words.every((word, at) => at === 0 || words[at - 1]! < word)
const isNearWord = ({ text, cost }: NearWord) =>
  text === tokenize(text).join(' ') && Number.isInteger(cost) && cost >= 0

test('each word has one row, rows are sorted, and near words are tokenized and nearest first', () => {
  for (const rows of [
    meanings.map(({ word, near }) => ({ word, near })),
    translations.map(({ word, english }) => ({ word, near: english })),
  ]) {
    expect(rows.length).toBeGreaterThan(100_000)
    expect(isSortedAndUnique(rows.map(({ word }) => word))).toBe(true)
    expect(rows.filter(({ near }) => !near.every(isNearWord))).toEqual([])
    expect(rows.filter(({ near }) => near.some(({ cost }, at) => at > 0 && cost < near[at - 1]!.cost))).toEqual([])
    expect(rows.filter(({ word, near }) => near.some(({ text }) => text === word)).map(({ word }) => word)).toEqual([])
  }
  const isWord = (word: string) => word === tokenize(word).join(' ')
  expect(meanings.filter(({ word }) => !isWord(word))).toEqual([])
  expect(translations.filter(({ english }) => !english.length)).toEqual([])
  expect(translations.filter(({ word, languages }) => languages.length > 0 && !isWord(word))).toEqual([])
})

test('both tables take at most 4 MB, and the licences of their sources lie beside them', () => {
  const file = (name: string) => join(import.meta.dirname, name)
  const bytes = ['meaning.tsv.br', 'translation.tsv.br'].reduce((sum, name) => sum + statSync(file(name)).size, 0)
  expect(bytes).toBeLessThan(4_000_000)
  expect(['licences/wordnet.txt', 'licences/unicode.txt'].filter((name) => !existsSync(file(name)))).toEqual([])
})

test('an English word has the share of its uses in which it is a noun, also of the forms of verbs', () => {
  const shares = new Map(meanings.map(({ word, nounShare }) => [word, nounShare]))
  expect(['dog', 'moon', 'arrow'].filter((word) => shares.get(word)! < 90)).toEqual([])
  expect(['tiny', 'golden', 'running', 'pointing'].filter((word) => shares.get(word)! > 10)).toEqual([])
  expect([...shares].filter(([, share]) => !(share >= 0 && share <= 100))).toEqual([])
})

test('synonyms stand among the near words, in British and American English', () => {
  const american = { aeroplane: 'airplane', autumn: 'fall', lorry: 'truck', colour: 'color', gray: 'grey' }
  const pairs = Object.entries({ automobile: 'car', sofa: 'couch', present: 'gift', ...american })
  expect(pairs.filter(([word, near]) => !nearWords.get(word!)?.includes(near!))).toEqual([])
})

test('words of other languages and emoji lead to English words', () => {
  const dogs = ['perro', 'hund', 'собака', '狗', '🐕', '🐶'].map((word) => [word, 'dog'])
  const others = { '🚗': 'car', король: 'king', schloss: 'castle', deutschland: 'germany', '🇫🇷': 'france' }
  const pairs = [...dogs, ...Object.entries(others)]
  expect(pairs.filter(([word, english]) => !inEnglish.get(word!)?.includes(english!))).toEqual([])
})
