import { expect, test } from 'vitest'
import { emptySearch } from '#search/image-search.ts'
import { resultsHeading } from './results-heading.ts'

const heading = (search: object, ...more: [object[]?, boolean?]) =>
  resultsHeading({ ...emptySearch, ...search }, ...(more as []))

test('the heading names the words, the tag and the category of a search', () => {
  expect(heading({ title: 'red fox' })).toBe('“red fox”')
  expect(heading({ title: 'red fox', category: 'Animals' })).toBe('“red fox” in Animals')
  expect(heading({ keyword: 'fox', category: 'business' })).toBe('Tagged “fox” in Business')
  expect(heading({ title: 'red', keyword: 'fox' })).toBe('“red”, tagged “fox”')
  expect(heading({ category: 'business' })).toBe('Business')
})

test('the heading names the words that were searched for, not those that were typed', () => {
  const meant = [
    { said: 'fxo', as: 'fox' },
    { said: 'very', as: '' },
  ]
  expect(heading({ title: 'very red Fxo' }, meant)).toBe('“red fox”')
  expect(heading({ title: 'appel' }, [{ said: 'appel', as: 'apple, phone' }])).toBe('“apple or phone”')
})

test('the heading of an empty result says for what there is nothing', () => {
  expect(heading({ title: 'boat', category: 'Animals' }, [], true)).toBe('Nothing for “boat”')
  expect(heading({ keyword: 'boat' }, [], true)).toBe('Nothing tagged “boat”')
})

test('without a search the heading names the order', () => {
  expect(heading({})).toBe('Trending images for designers')
  expect(heading({ sort: 'newest' })).toBe('Newest images')
  expect(heading({ sort: 'downloads', colour: 'red' })).toBe('Most downloaded images')
})
