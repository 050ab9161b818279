import { expect, test } from 'vitest'
import { visibleFit } from './visible-fit.ts'

test.each([
  ['fills the picture', 1000, 800, [0, 0, 1000, 800], null],
  ['has margins too narrow to see', 1000, 1000, [10, 5, 1000, 995], null],
  ['has wide margins on all sides', 1000, 1000, [250, 250, 750, 750], '2.00 0.0 0.0'],
  ['lies at the lower left', 1000, 1000, [0, 500, 500, 1000], '2.00 25.0 -25.0'],
  ['is a part of a tall picture', 500, 1000, [0, 0, 500, 500], '2.00 0.0 25.0'],
  ['is tiny, and would blur', 2000, 2000, [900, 900, 1100, 1100], '4.00 0.0 0.0'],
  ['would be larger than it is', 300, 300, [100, 100, 200, 200], '1.17 0.0 0.0'],
  ['is a part of a picture as large as its box', 200, 200, [0, 0, 100, 200], '1.00 25.0 0.0'],
  ['is a part of a small picture', 100, 100, [0, 0, 50, 100], null],
] as const)('what is visible %s', (_, width, height, [left, top, right, bottom], expected) => {
  const visible_box = { left, top, width: right - left, height: bottom - top }
  expect(visibleFit({ width, height, visible_box })).toBe(expected)
  expect(visibleFit({ width, height, visible_box: null }), 'not measured yet').toBeNull()
})
