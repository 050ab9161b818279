import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { downloadsOf } from './demo-command.ts'

test('every one of the last days has downloads, more of them in the second half', () => {
  const ids = Array.from({ length: 240 }, (_, at) => at + 1)
  const counts = downloadsOf(ids, Date.parse('2026-11-24T10:00:00Z'))
  const byDay = Map.groupBy(counts, ({ day }) => day)
  expect(byDay.size).toBe(limits.statisticsDays)
  const sums = [...byDay.values()].map((rows) => rows.reduce((sum, { count }) => sum + count, 0))
  const sumOf = (days: number[]) => days.reduce((sum, one) => sum + one, 0)
  expect(Math.min(...sums)).toBeGreaterThan(5)
  expect(sumOf(sums.slice(15))).toBeGreaterThan(sumOf(sums.slice(0, 15)))
})
