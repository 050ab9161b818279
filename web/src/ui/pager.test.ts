import { expect, test } from 'vitest'
import { visiblePages } from './pager.tsx'

test('a few pages are all shown', () => {
  expect(visiblePages(2, 4)).toEqual([1, 2, 3, 4])
})

test('many pages show the first, the last and the neighbours; a gap hides at least two', () => {
  expect(visiblePages(1, 82)).toEqual([1, 2, -82, 82])
  expect(visiblePages(40, 82)).toEqual([1, -39, 39, 40, 41, -82, 82])
  expect(visiblePages(4, 82)).toEqual([1, 2, 3, 4, 5, -82, 82])
})

test('a page beyond the last leads back to it', () => {
  expect(visiblePages(99, 3)).toEqual([1, 2, 3])
})
