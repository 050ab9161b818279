import { expect, test } from 'vitest'
import { emptySearch, parseSearch, type SearchState, searchHref } from './image-search.ts'

test('a search survives its own address', () => {
  const search: SearchState = {
    title: 'red & blue',
    category: 'Food',
    keyword: 'é',
    colour: 'turquoise',
    orientation: 'portrait',
    size: 2000,
    sort: 'downloads',
    page: 3,
  }
  expect(parseSearch(new URL(searchHref(search), 'http://site').searchParams)).toEqual(search)
})

test('what is empty is not said, and nothing at all is the home page', () => {
  expect(searchHref({ keyword: 'fox', page: 1 })).toBe('/?keyword=fox')
  expect(searchHref(emptySearch)).toBe('/')
})

test('a filter that does not exist is none', () => {
  const said = { colour: 'mauve', orientation: 'up', size: '7', sort: 'best' }
  expect(parseSearch(new URLSearchParams(said))).toEqual(emptySearch)
})

test('a page that is no whole number from 1 is the first', () => {
  for (const page of ['0', '-2', '1.5', 'x', '']) expect(parseSearch(new URLSearchParams({ page })).page).toBe(1)
})

test('a link is spelled as a form would spell it', () => {
  for (const title of ['red & blue', "l'été (1) ~ 100 % *!", 'a+b', '日本', '\ud800', 'plain-word_1.2']) {
    expect(searchHref({ title })).toBe(`/?${new URLSearchParams({ title })}`)
  }
})
