import { expect, test } from 'vitest'
import { daysLeft } from './deleted-images.tsx'

test.each([
  [30, 0],
  [30, 1],
  [29, 24],
  [1, 30 * 24 - 1],
  [0, 30 * 24],
  [0, 40 * 24],
])('%i days after %i hours', (left, hours) => {
  const now = Date.parse('2026-11-24T10:00:00Z')
  expect(daysLeft(new Date(now - hours * 3_600_000).toISOString(), now)).toBe(left)
})
