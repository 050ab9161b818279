import { expect, test } from 'vitest'
import { closestWords, editDistance } from './spelling.ts'

test.each([
  ['fox', 'fox', 0],
  ['wihte', 'white', 1],
  ['buterfly', 'butterfly', 1],
  ['catt', 'cat', 1],
  ['lyon', 'lion', 1],
  ['', 'ox', 2],
  ['elefant', 'elephant', 2],
])('the edit distance from %s to %s is %i', (typed, intended, distance) => {
  expect(editDistance(typed, intended)).toBe(distance)
})

test('the smallest edit distance wins, and a short word allows fewer errors than a long one', () => {
  expect(closestWords('appel', ['apple', 'apfel', 'ample'])).toEqual(['apple', 'apfel'])
  expect(closestWords('cta', ['cat', 'dog'])).toEqual(['cat'])
  expect(closestWords('xyz', ['cat'])).toEqual([])
})
