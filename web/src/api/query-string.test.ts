import { expect, test } from 'vitest'
import { pageParam, queryString } from './query-string.ts'

test('what is empty and the first page are not said', () => {
  expect(queryString({ search: '', what: undefined, page: 1 })).toBe('?')
  expect(queryString({ search: 'ada & co', page: 2 })).toBe('?search=ada+%26+co&page=2')
  expect(queryString({ name: '1' })).toBe('?name=1')
})

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=x', 1],
])('"%s" asks for page %i', (address, page) => {
  expect(pageParam(new URLSearchParams(address))).toBe(page)
})
