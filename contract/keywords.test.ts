import { expect, test } from 'vitest'
import { keywordProblem, keywordsIn, normalizeKeywords } from './keywords.ts'

/** Each takes two units of a string. */
const fifty = '𝕋'.repeat(50)

test.each([
  ['of duplicates, ignoring case, the first stays', ['fox', 'snow', 'Fox', 'SNOW', 'red'], ['fox', 'snow', 'red']],
  ['blanks leave, brackets and quotes too', [' ', "['fox'", '"red   fox"]', ''], ['fox', 'red fox']],
  ['unprintable and too long ones leave', ['a\u0000b', 'a\ud800', 'x'.repeat(51), 'fox'], ['fox']],
  ['a keyword is as long as its characters', [fifty, `${fifty}x`], [fifty]],
])('keywords are cleaned: %s', (_, typed, cleaned) => {
  expect(normalizeKeywords(typed)).toEqual(cleaned)
})

test.each([
  ['cat, dog; bird,,\n', ['cat', 'dog', 'bird']],
  ['猫，狗；鸟', ['猫', '狗', '鸟']],
  ['ネコ、イヌ､トリ', ['ネコ', 'イヌ', 'トリ']],
  ['قط، كلب؛ طائر', ['قط', 'كلب', 'طائر']],
  ['one\r\ntwo\rthree\u2028four', ['one', 'two', 'three', 'four']],
  ['„red barn“, «snow»; 「fox」, ‹den›', ['red barn', 'snow', 'fox', 'den']],
  ["red fox, l'été - Zürich/Paris", ['red fox', "l'été - Zürich/Paris"]],
])('the text %j holds the keywords %j', (text, keywords) => {
  expect(keywordsIn(text)).toEqual(keywords)
})

test('each keyword is stored, or there is a sentence about it', () => {
  for (const sound of ['fox, , "red fox"', fifty]) expect(keywordProblem(sound)).toBeUndefined()
  expect(keywordProblem('fox; “”')).toBe('A keyword must be more than brackets and quotes')
  expect(keywordProblem(`${fifty}𝕋`)).toBe('A keyword must be at most 50 characters')
  expect(keywordProblem('a\u0000b')).toBe('A keyword holds characters that cannot be shown')
})
