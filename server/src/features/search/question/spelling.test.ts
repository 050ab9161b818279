import { expect, test } from 'vitest'
import { singleErrors, typingCost } from './spelling.ts'

test.each([
  ['wihte', 'white'],
  ['buterfly', 'butterfly'],
  ['catt', 'cat'],
  ['lyon', 'lion'],
])('one usual error leads from %s to %s, and costs no more than one letter', (typed, meant) => {
  expect([...singleErrors(typed)]).toContain(meant)
  expect(typingCost(typed, meant)).toBeLessThanOrEqual(1)
})

test.each([
  ['hpuse', 'house', 'horse'],
  ['flowr', 'flower', 'floor'],
  ['appel', 'apple', 'camel'],
  ['bokk', 'book', 'bark'],
])('%s is likelier to mean %s than %s', (typed, likely, unlikely) => {
  expect(typingCost(typed, likely)).toBeLessThan(typingCost(typed, unlikely))
})

test('what is the same costs nothing', () => {
  expect(typingCost('fox', 'fox')).toBe(0)
  expect(singleErrors('fox').has('fox')).toBe(false)
})
