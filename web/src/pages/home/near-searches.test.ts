import { expect, test } from 'vitest'
import { emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { nearSearches } from './no-images.tsx'

const near = (search: Partial<SearchState>, pages = 0, found?: string[]) =>
  Object.fromEntries(
    nearSearches({ ...emptySearch, ...search }, pages, found).map(({ label, search }) => [label, searchHref(search)]),
  )

test.each<[string, Partial<SearchState>, pages: number, found: string[], links: Record<string, string>]>([
  ['the last of several pages', { page: 9 }, 3, [], { 'First page': '/', 'Last page': '/?page=3' }],
  ['similar words', { title: 'flowre', exact: true }, 0, [], { 'Search for similar words too': '/?title=flowre' }],
  ['what the server found', { title: 'unicorn zeppelin' }, 0, ['airship'], { '“airship”': '/?title=airship' }],
  ['nothing', { title: 'unicorn zeppelin' }, 0, [], {}],
  ['nothing for excluded words alone', { title: '-snow' }, 0, [], {}],
])('a search without a result offers %s', (_, search, pages, found, links) => {
  expect(near(search, pages, found)).toEqual(links)
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
