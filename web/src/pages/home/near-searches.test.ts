import { expect, test } from 'vitest'
import { emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { nearSearches } from './no-images.tsx'

const near = (search: Partial<SearchState>, pages = 0, found?: string[]) =>
  Object.fromEntries(
    nearSearches({ ...emptySearch, ...search }, pages, found).map(({ label, search }) => [label, searchHref(search)]),
  )

test('a page after the last one offers the first, and the last where there are several', () => {
  expect(near({ title: 'fox', colour: 'blue', page: 9 }, 1)).toEqual({ 'First page': '/?title=fox&colour=blue' })
  expect(near({ page: 9 }, 3)).toEqual({ 'First page': '/', 'Last page': '/?page=3' })
})

test('an exact search offers similar words', () => {
  expect(near({ title: 'flowre', exact: true })).toEqual({ 'Search for similar words too': '/?title=flowre' })
})

test('each filter can be dropped, and all of them where there are several', () => {
  expect(near({ title: 'fox', colour: 'blue' })).toEqual({ 'Any colour': '/?title=fox' })
  expect(near({ keyword: 'fox', category: 'Food', size: 500 })).toEqual({
    'Any category': '/?keyword=fox&size=500',
    'Any tag': '/?category=Food&size=500',
    'Any size': '/?category=Food&keyword=fox',
    'No filters': '/',
  })
  expect(near({ transparency: 'soft', clean_edges: '1' })).toEqual({
    'Any transparency': '/?clean_edges=1',
    'Any edges': '/?transparency=soft',
    'No filters': '/',
  })
})

test('quotation marks and excluded words can be dropped', () => {
  expect(near({ title: '"red fox" -snow' })).toEqual({ '“red fox”': '/?title=red+fox' })
})

test('words alone offer what the server has found to be near', () => {
  expect(near({ title: 'unicorn zeppelin' }, 0, ['airship'])).toEqual({ '“airship”': '/?title=airship' })
  expect(near({ title: 'unicorn zeppelin' })).toEqual({})
  expect(near({ title: '-snow' })).toEqual({})
})
