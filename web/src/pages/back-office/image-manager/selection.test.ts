import { expect, test } from 'vitest'
import { rangeBetween } from './selection.ts'

const ids = [9, 7, 5, 3]

test('a range includes both ends, in either direction, or the end alone where its beginning is not there', () => {
  expect(rangeBetween(ids, 7, 3)).toEqual([7, 5, 3])
  expect(rangeBetween(ids, 3, 7)).toEqual([7, 5, 3])
  expect(rangeBetween(ids, 5, 5)).toEqual([5])
  expect(rangeBetween(ids, 44, 5)).toEqual([5])
})
