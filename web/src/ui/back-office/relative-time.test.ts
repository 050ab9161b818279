import { expect, test } from 'vitest'
import { durationSince, relativeTime } from './date-time.tsx'

const now = Date.parse('2026-11-24T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test.each([
  ['just now', 0, {}],
  ['1 minute ago', 1, {}],
  ['59 minutes ago', 59, {}],
  ['1 hour ago', 60, {}],
  ['23 hours ago', 24 * 60 - 1, {}],
  ['1 day ago', 24 * 60, {}],
  ['29 days ago', 29 * 24 * 60, {}],
  ['just now', 10, { resolution: 11 }],
  ['11 minutes ago', 11, { resolution: 11 }],
])('%s is said of %i minutes, with %j', (expected, minutes, options) => {
  expect(relativeTime(minutesAgo(minutes), { now, ...options })).toBe(expected)
})

test('a duration is at least a minute', () => {
  const durations = [0, 1, 125, 48 * 60].map((minutes) => durationSince(minutesAgo(minutes), now))
  expect(durations).toEqual(['1 minute', '1 minute', '2 hours', '2 days'])
})
