import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { addKeywords } from './add-keywords.ts'

const fox = { id: 7, name: 'Fox' }

test('a new keyword has the highest id plus one', () => {
  expect(addKeywords([fox, { id: 3, name: 'red' }], 'animal')).toEqual([
    fox,
    { id: 3, name: 'red' },
    { id: 8, name: 'animal' },
  ])
  expect(addKeywords([], 'animal')).toEqual([{ id: 1, name: 'animal' }])
})

test('blank keywords and doubles are ignored, whatever the case', () => {
  expect(addKeywords([fox], '  ')).toEqual([fox])
  expect(addKeywords([fox], ' fOX ')).toEqual([fox])
})

test('several pasted at once become several', () => {
  expect(addKeywords([], 'red, fox;RED,\nwild fox').map(({ name }) => name)).toEqual(['red', 'fox', 'wild fox'])
})

test('no image gets more than the server keeps', () => {
  const many = Array.from({ length: 60 }, (_, at) => `word ${at}`).join(',')
  expect(addKeywords([], many)).toHaveLength(limits.keywordsPerImage)
})
