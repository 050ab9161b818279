import { expect, test } from 'vitest'
import { emptySearch, type SearchState } from '#search/image-search.ts'
import { resultsHeading } from './home-page.tsx'

test.each([
  ['the words as they were typed', { title: 'very red Fxo' }, false, '“very red Fxo”'],
  ['words and category', { title: 'red fox', category: 'Animals' }, false, '“red fox” in Animals'],
  ['tag and category', { keyword: 'fox', category: 'business' }, false, 'Tagged “fox” in Business'],
  ['words and tag', { title: 'red', keyword: 'fox' }, false, '“red”, tagged “fox”'],
  ['the category', { category: 'business' }, false, 'Business'],
  ['words without a result', { title: 'boat', category: 'Animals' }, true, 'Nothing for “boat”'],
  ['a tag without a result', { keyword: 'boat' }, true, 'Nothing tagged “boat”'],
  ['what trends, without a search', {}, false, 'Trending images for designers'],
  ['the order, without a search', { sort: 'newest' }, false, 'Newest images'],
  ['the order of a filter', { sort: 'downloads', colour: 'red' }, false, 'Most downloaded images'],
] as [string, Partial<SearchState>, boolean, string][])('the heading names %s', (_, search, foundNothing, heading) => {
  expect(resultsHeading({ ...emptySearch, ...search }, foundNothing)).toBe(heading)
})
