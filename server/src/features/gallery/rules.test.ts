import { expect, test } from 'vitest'
import { nearest, typingErrors } from './rules.ts'

test.each([
  ['fox', 'fox', 0],
  ['wihte', 'white', 1],
  ['buterfly', 'butterfly', 1],
  ['catt', 'cat', 1],
  ['lyon', 'lion', 1],
  ['', 'ox', 2],
  ['elefant', 'elephant', 2],
])('%s for %s are %i typing errors', (typed, meant, errors) => {
  expect(typingErrors(typed, meant)).toBe(errors)
})

test('the fewest errors win, and a short word forgives fewer than a long one', () => {
  expect(nearest('appel', ['apple', 'apfel', 'ample'])).toEqual(['apple', 'apfel'])
  expect(nearest('cta', ['cat', 'dog'])).toEqual(['cat'])
  expect(nearest('xyz', ['cat'])).toEqual([])
})
