import { expect, test } from 'vitest'
import { normalizeKeywords } from './keywords.ts'

test('of duplicate keywords, ignoring case, the first spelling and position is kept', () => {
  expect(normalizeKeywords(['fox', 'snow', 'Fox', 'SNOW', 'red'])).toEqual(['fox', 'snow', 'red'])
})

test('blank keywords are ignored, brackets and quotes are stripped, white space is folded', () => {
  expect(normalizeKeywords([' ', "['fox'", '"red   fox"]', ''])).toEqual(['fox', 'red fox'])
})

test('at most fifty keywords are kept', () => {
  expect(normalizeKeywords(Array.from({ length: 80 }, (_, i) => `word ${i}`))).toHaveLength(50)
})

test('unprintable and too long keywords are dropped', () => {
  expect(normalizeKeywords(['a\u0000b', 'a\ud800', 'x'.repeat(51), 'fox'])).toEqual(['fox'])
})

test('a very long list is processed only until fifty keywords are found', () => {
  const flood = Array.from({ length: 300_000 }, (_, i) => `word ${i}`)
  expect(normalizeKeywords(flood)).toHaveLength(50)
})
