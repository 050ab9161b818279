import { expect, test } from 'vitest'
import { normalizeKeywords } from './keywords.ts'

test('a keyword that comes again, whatever its case, keeps its first spelling and its first place', () => {
  expect(normalizeKeywords(['fox', 'snow', 'Fox', 'SNOW', 'red'])).toEqual(['fox', 'snow', 'red'])
})

test('blank keywords are ignored, brackets and quotes are stripped, white space is folded', () => {
  expect(normalizeKeywords([' ', "['fox'", '"red   fox"]', ''])).toEqual(['fox', 'red fox'])
})

test('fifty are enough', () => {
  expect(normalizeKeywords(Array.from({ length: 80 }, (_, i) => `word ${i}`))).toHaveLength(50)
})

test('what cannot be shown, or is longer than a keyword, is none', () => {
  expect(normalizeKeywords(['a\u0000b', 'a\ud800', 'x'.repeat(51), 'fox'])).toEqual(['fox'])
})

test('a flood of keywords is read no further than fifty of them', () => {
  const flood = Array.from({ length: 300_000 }, (_, i) => `word ${i}`)
  expect(normalizeKeywords(flood)).toHaveLength(50)
})
