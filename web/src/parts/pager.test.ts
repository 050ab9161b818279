import { expect, test } from 'vitest'
import { shownPages } from './pager.tsx'

test('a few pages are all shown', () => {
  expect(shownPages(2, 4)).toEqual([1, 2, 3, 4])
})

test('many pages show the first, the last and the neighbours; a gap hides at least two', () => {
  expect(shownPages(1, 82)).toEqual([1, 2, -82, 82])
  expect(shownPages(40, 82)).toEqual([1, -39, 39, 40, 41, -82, 82])
  expect(shownPages(4, 82)).toEqual([1, 2, 3, 4, 5, -82, 82])
})

test('a page beyond the last leads back to it', () => {
  expect(shownPages(99, 3)).toEqual([1, 2, 3])
})
