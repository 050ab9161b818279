import { expect, test } from 'vitest'
import { visiblePages } from './pager.tsx'

test.each([
  ['a few pages', 2, 4, [1, 2, 3, 4]],
  ['the first of many pages', 1, 82, [1, 2, -82, 82]],
  ['a page amid many', 40, 82, [1, -39, 39, 40, 41, -82, 82]],
  ['a page before which a gap would hide one alone', 4, 82, [1, 2, 3, 4, 5, -82, 82]],
  ['a page beyond the last', 99, 3, [1, 2, 3]],
])('%s: the first, the last and the neighbours are shown', (_, page, pages, shown) => {
  expect(visiblePages(page, pages)).toEqual(shown)
})
