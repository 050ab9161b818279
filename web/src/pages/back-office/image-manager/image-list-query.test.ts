import { expect, test } from 'vitest'
import { endText } from './image-list-query.ts'

test.each([
  ['30 days left', 1],
  ['29 days left', 24],
  ['1 day left', 30 * 24 - 1],
  ['Gone for good within a day', 30 * 24],
  ['Gone for good within a day', 40 * 24],
])('%s after %i hours', (text, hours) => {
  const now = Date.parse('2026-11-24T10:00:00Z')
  const deleted_at = new Date(now - hours * 3_600_000).toISOString()
  expect(endText({ deleted_at, deleted_by: null, is_reported: false }, now)).toBe(text)
})
