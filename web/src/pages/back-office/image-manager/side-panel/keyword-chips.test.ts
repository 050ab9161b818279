import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { addKeywords } from './keyword-chips.tsx'

const fox = { id: 7, name: 'Fox' }

test('a new keyword has the highest id plus one', () => {
  const red = { id: 3, name: 'red' }
  expect(addKeywords([fox, red], 'animal')).toEqual([fox, red, { id: 8, name: 'animal' }])
  expect(addKeywords([], 'animal')).toEqual([{ id: 1, name: 'animal' }])
})

test('blank keywords and case-insensitive duplicates are ignored', () => {
  expect(addKeywords([fox], '  ')).toEqual([fox])
  expect(addKeywords([fox], ' fOX ')).toEqual([fox])
})

test('a pasted list is split', () => {
  expect(addKeywords([], 'red, fox;RED,\nwild fox').map(({ name }) => name)).toEqual(['red', 'fox', 'wild fox'])
})

test('an image never gets more than the server accepts', () => {
  const many = Array.from({ length: 60 }, (_, i) => `word ${i}`).join(',')
  expect(addKeywords([], many)).toHaveLength(limits.keywordsPerImage)
})
