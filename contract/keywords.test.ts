import { expect, test } from 'vitest'
import { keywordProblem, normalizeKeywords } from './keywords.ts'

test('of duplicate keywords, ignoring case, the first spelling and position is kept', () => {
  expect(normalizeKeywords(['fox', 'snow', 'Fox', 'SNOW', 'red'])).toEqual(['fox', 'snow', 'red'])
})

test('blank keywords are ignored, brackets and quotes are stripped, white space is folded', () => {
  expect(normalizeKeywords([' ', "['fox'", '"red   fox"]', ''])).toEqual(['fox', 'red fox'])
})

test('unprintable and too long keywords are dropped', () => {
  expect(normalizeKeywords(['a\u0000b', 'a\ud800', 'x'.repeat(51), 'fox'])).toEqual(['fox'])
})

test('at most fifty keywords are kept, of a very long list too', () => {
  const flood = Array.from({ length: 300_000 }, (_, i) => `word ${i}`)
  expect(normalizeKeywords(flood)).toHaveLength(50)
})

test('a keyword is as long as its characters, whatever they take in memory', () => {
  const fifty = '𝕋'.repeat(50)
  expect([normalizeKeywords([fifty, `${fifty}x`]), keywordProblem([fifty])]).toEqual([[fifty], undefined])
})

test('each keyword is stored, or there is a sentence about it', () => {
  expect(keywordProblem(['fox', ' ', '"red fox"'])).toBeUndefined()
  expect(keywordProblem(['fox', '“”'])).toBe('A keyword must be more than brackets and quotes')
  expect(keywordProblem(['𝕋'.repeat(51)])).toBe('A keyword must be at most 50 characters')
  expect(keywordProblem(['a\u0000b'])).toBe('A keyword holds characters that cannot be shown')
})
