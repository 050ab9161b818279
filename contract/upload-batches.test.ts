import { expect, test } from 'vitest'
import { splitIntoBatches } from './upload-batches.ts'

const split = (sizes: number[]) => splitIntoBatches(sizes, (size) => size)
const lengths = (sizes: number[]) => split(sizes).map((batch) => batch.length)

test('a request takes ten files, in their order, or fewer large ones', () => {
  expect(lengths(Array.from({ length: 23 }, () => 1000))).toEqual([10, 10, 3])
  expect(split([1, 2, 3]).flat()).toEqual([1, 2, 3])
  expect(split([])).toEqual([])
  const sizes = Array.from({ length: 17 }, () => 1000)
  expect(splitIntoBatches(sizes, (size) => size, [2, 4]).map(({ length }) => length)).toEqual([2, 4, 10, 1])
  expect(lengths([50e6, 30e6, 20e6, 50e6, 50e6])).toEqual([2, 2, 1])
})
