import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

test.each([
  ['just now', 0],
  ['just now', 10],
  ['11 minutes ago', 11],
  ['59 minutes ago', 59],
  ['1 hour ago', 60],
  ['23 hours ago', 24 * 60 - 1],
  ['1 day ago', 24 * 60],
  ['29 days ago', 29 * 24 * 60],
])('%s', (expected, minutes) => {
  const now = Date.parse('2026-11-24T10:00:00Z')
  expect(relativeTime(new Date(now - minutes * 60_000).toISOString(), now)).toBe(expected)
})
