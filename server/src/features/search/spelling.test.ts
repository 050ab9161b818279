import { expect, test } from 'vitest'
import { chooseDerivative, closestWords, editDistance } from './spelling.ts'

test.each([
  ['fox', 'fox', 0],
  ['wihte', 'white', 1],
  ['buterfly', 'butterfly', 1],
  ['catt', 'cat', 1],
  ['lyon', 'lion', 1],
  ['', 'ox', 2],
  ['elefant', 'elephant', 2],
])('%s for %s are %i typing errors', (typed, meant, errors) => {
  expect(editDistance(typed, meant)).toBe(errors)
})

test('the fewest errors win, and a short word forgives fewer than a long one', () => {
  expect(closestWords('appel', ['apple', 'apfel', 'ample'])).toEqual(['apple', 'apfel'])
  expect(closestWords('cta', ['cat', 'dog'])).toEqual(['cat'])
  expect(closestWords('xyz', ['cat'])).toEqual([])
})

const fox = { width: 3000, height: 2000 }

test.each([
  ['the original', {}, null],
  ['a smaller one', { size: 1024 }, { size: 1024, format: 'png' }],
  ['a smaller WebP', { size: 256, format: 'webp' as const }, { size: 256, format: 'webp' }],
  ['the full size', { format: 'webp' as const }, { size: null, format: 'webp' }],
  ['the full size where more was asked for', { size: 4096 }, { size: null, format: 'png' }],
  ['the full size where just that was asked for', { size: 3000 }, { size: null, format: 'png' }],
])('a download gives %s', (_, wanted, copy) => {
  expect(chooseDerivative(fox, wanted)).toEqual(copy)
})

test('a WebP has at most 8 megapixels, a PNG all that there are', () => {
  const poster = { width: 8000, height: 6000 }
  expect(chooseDerivative(poster, { format: 'webp' })).toEqual({ size: 3265, format: 'webp' })
  expect(chooseDerivative(poster, { format: 'png' })).toEqual({ size: null, format: 'png' })
})
