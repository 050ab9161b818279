import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { addKeywords, matchingTags } from './keyword-chips.tsx'

const fox = { id: 7, name: 'Fox' }
const red = { id: 3, name: 'red' }
const namesOf = (keywords: { name: string }[]) => keywords.map(({ name }) => name)

test('a new keyword has the highest id plus one; a blank or known one, in any case, is ignored', () => {
  expect(addKeywords([fox, red], 'animal')).toEqual([fox, red, { id: 8, name: 'animal' }])
  expect(addKeywords([], 'animal')).toEqual([{ id: 1, name: 'animal' }])
  for (const ignored of ['  ', ' fOX ']) expect(addKeywords([fox], ignored)).toEqual([fox])
})

test('a pasted list is split, and an image never gets more than the server accepts', () => {
  expect(namesOf(addKeywords([], 'red, fox;RED,\nwild fox'))).toEqual(['red', 'fox', 'wild fox'])
  const many = Array.from({ length: 60 }, (_, i) => `word ${i}`).join(',')
  expect(addKeywords([], many)).toHaveLength(limits.keywordsPerImage)
})

const tags = ['Red fox', 'Fox', 'forest', 'foxglove', 'red']

test('tags that begin with what was typed come first, then those with such a word', () => {
  expect(matchingTags(tags, 'fo', [])).toEqual(['Fox', 'forest', 'foxglove', 'Red fox'])
})

test('chosen tags are not suggested, and nothing is suggested for nothing', () => {
  expect(matchingTags(tags, 'fox', ['fox'])).toEqual(['foxglove', 'Red fox'])
  expect(matchingTags(tags, ' ', [])).toEqual([])
})
