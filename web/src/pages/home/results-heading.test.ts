import { expect, test } from 'vitest'
import { emptySearch } from '#search/image-search.ts'
import { resultsHeading } from './home-page.tsx'

const heading = (search: object, foundNothing = false) => resultsHeading({ ...emptySearch, ...search }, foundNothing)

test('the heading names the words, the tag and the category of a search', () => {
  expect(heading({ title: 'red fox' })).toBe('“red fox”')
  expect(heading({ title: 'red fox', category: 'Animals' })).toBe('“red fox” in Animals')
  expect(heading({ keyword: 'fox', category: 'business' })).toBe('Tagged “fox” in Business')
  expect(heading({ title: 'red', keyword: 'fox' })).toBe('“red”, tagged “fox”')
  expect(heading({ category: 'business' })).toBe('Business')
})

test('the heading keeps the words as they were typed', () => {
  expect(heading({ title: 'very red Fxo' })).toBe('“very red Fxo”')
})

test('the heading of an empty result says for what there is nothing', () => {
  expect(heading({ title: 'boat', category: 'Animals' }, true)).toBe('Nothing for “boat”')
  expect(heading({ keyword: 'boat' }, true)).toBe('Nothing tagged “boat”')
})

test('without a search the heading names the order', () => {
  expect(heading({})).toBe('Trending images for designers')
  expect(heading({ sort: 'newest' })).toBe('Newest images')
  expect(heading({ sort: 'downloads', colour: 'red' })).toBe('Most downloaded images')
})
