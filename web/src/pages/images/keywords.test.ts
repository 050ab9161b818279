import { limits } from '@vitrine/contract/limits'
import { expect, test } from 'vitest'
import { withKeywords } from './keywords.ts'

const fox = { id: 7, name: 'Fox' }

test('a new keyword has the highest id plus one', () => {
  expect(withKeywords([fox, { id: 3, name: 'red' }], 'animal')).toEqual([
    fox,
    { id: 3, name: 'red' },
    { id: 8, name: 'animal' },
  ])
  expect(withKeywords([], 'animal')).toEqual([{ id: 1, name: 'animal' }])
})

test('blank keywords and doubles are ignored, whatever the case', () => {
  expect(withKeywords([fox], '  ')).toEqual([fox])
  expect(withKeywords([fox], ' fOX ')).toEqual([fox])
})

test('several pasted at once become several', () => {
  expect(withKeywords([], 'red, fox;RED,\nwild fox').map(({ name }) => name)).toEqual(['red', 'fox', 'wild fox'])
})

test('no image gets more than the server keeps', () => {
  const many = Array.from({ length: 60 }, (_, at) => `word ${at}`).join(',')
  expect(withKeywords([], many)).toHaveLength(limits.keywordsPerImage)
})
