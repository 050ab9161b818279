import { expect, test } from 'vitest'
import { pageParam, queryString } from './query-string.ts'

test('empty values and the first page are left out', () => {
  expect(queryString({ search: '', event: undefined, page: 1 })).toBe('?')
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
])('the query "%s" means page %i', (address, page) => {
  expect(pageParam(new URLSearchParams(address))).toBe(page)
})
