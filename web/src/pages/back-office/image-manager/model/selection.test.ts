import { expect, test } from 'vitest'
import { rangeBetween } from './selection.ts'

const images = [9, 7, 5, 3].map((id) => ({ id }))
const ids = (from: number, to: number) => rangeBetween(images, from, to).map(({ id }) => id)

test('a range includes both ends, in either direction', () => {
  expect(ids(7, 3)).toEqual([7, 5, 3])
  expect(ids(3, 7)).toEqual([7, 5, 3])
  expect(ids(5, 5)).toEqual([5])
})

test('a range that began on another page is its end only', () => {
  expect(ids(44, 5)).toEqual([5])
})
