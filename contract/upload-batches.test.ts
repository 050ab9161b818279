import { expect, test } from 'vitest'
import { splitIntoBatches } from './upload-batches.ts'

const lengths = (sizes: number[]) => splitIntoBatches(sizes, (size) => size).map((batch) => batch.length)

test('a request takes ten files, or fewer large ones', () => {
  expect(lengths(Array.from({ length: 23 }, () => 1000))).toEqual([10, 10, 3])
  expect(lengths([])).toEqual([])
  expect(lengths([50e6, 30e6, 20e6, 50e6, 50e6])).toEqual([2, 2, 1])
})
