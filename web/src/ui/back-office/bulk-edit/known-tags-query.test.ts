import { expect, test } from 'vitest'
import { matchingTags } from './keyword-field.tsx'

const tags = ['Red fox', 'Fox', 'forest', 'foxglove', 'red']

test('tags that begin with what was typed come first, then those with such a word', () => {
  expect(matchingTags(tags, 'fo', [])).toEqual(['Fox', 'forest', 'foxglove', 'Red fox'])
})

test('chosen tags are not suggested, and nothing is suggested for nothing', () => {
  expect(matchingTags(tags, 'fox', ['fox'])).toEqual(['foxglove', 'Red fox'])
  expect(matchingTags(tags, ' ', [])).toEqual([])
})
