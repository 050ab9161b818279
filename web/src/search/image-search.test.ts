import { expect, test } from 'vitest'
import { emptySearch, parseSearch, type SearchState, searchHref } from './image-search.ts'

test('a search is read back from its own address', () => {
  const search: SearchState = {
    ...{ title: 'red & blue', category: 'Food', keyword: 'é', colour: 'turquoise', orientation: 'portrait' },
    ...{ size: 2000, transparency: 'soft', clean_edges: '1', licence: 'cc-by-4.0', ai: 'exclude' },
    ...{ sort: 'downloads', exact: true, page: 3 },
  }
  expect(parseSearch(new URL(searchHref(search), 'http://site').searchParams)).toEqual(search)
})

test('an unknown filter value is ignored', () => {
  const params = { colour: 'mauve', orientation: 'up', size: '7', transparency: 'glass', clean_edges: 'yes', sort: 'x' }
  expect(parseSearch(new URLSearchParams(params))).toEqual(emptySearch)
})

test('a link is encoded as a form encodes it', () => {
  for (const title of ['red & blue', "l'été (1) ~ 100 % *!", 'a+b', '日本', '\ud800', 'plain-word_1.2']) {
    expect(searchHref({ title })).toBe(`/?${new URLSearchParams({ title })}`)
  }
})
