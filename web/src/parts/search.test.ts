import { expect, test } from 'vitest'
import { everything, readSearch, searchHref } from './search.ts'

test('a search survives its own address', () => {
  const search = { title: 'red & blue', category: 'Food', keyword: 'é', page: 3 }
  expect(readSearch(new URL(searchHref(search), 'http://site').searchParams)).toEqual(search)
})

test('what is empty is not said, and nothing at all is the home page', () => {
  expect(searchHref({ keyword: 'fox', page: 1 })).toBe('/?keyword=fox')
  expect(searchHref(everything)).toBe('/')
})

test('a page that is no whole number from 1 is the first', () => {
  for (const page of ['0', '-2', '1.5', 'x', '']) expect(readSearch(new URLSearchParams({ page })).page).toBe(1)
})
