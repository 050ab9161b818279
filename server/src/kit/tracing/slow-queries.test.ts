import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInRequest } from './request-context.ts'
import { createSlowQueryLog } from './slow-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: object[] = []
  const log = { info: () => {}, warn: (about: object | string) => void lines.push(about as object) }
  return { lines, logQuery: createSlowQueryLog(log, 500) }
}

test('only what reaches the threshold is logged, on one line and with what caused it', () => {
  const { lines, logQuery } = openLog()
  logQuery('select 1', 499, 'vitrine')
  const text = '\n  select *\n  from images where id = $1'
  runInRequest({ id: 'a', origin: () => 'GET /' }, () => logQuery(text, 500.4, 'visitors'))
  const statement = 'select * from images where id = $1'
  expect(lines).toEqual([{ ms: 500, pool: 'visitors', origin: 'GET /', statement }])
})

test('one statement has three lines a minute, all have a hundred, and the next line tells what was left out', () => {
  const { lines, logQuery } = openLog()
  for (let times = 0; times < 10; times++) logQuery('select $1', 600, 'vitrine')
  expect(lines).toHaveLength(3)
  logQuery('select $2', 600, 'vitrine')
  expect(lines.at(-1)).toEqual({ ms: 600, pool: 'vitrine', left_out: 7, statement: 'select $2' })
  vi.advanceTimersByTime(60_000)
  logQuery('select $1', 600, 'vitrine')
  expect(lines).toHaveLength(5)
  const flood = openLog()
  for (let one = 0; one < 1_000; one++) flood.logQuery(`select ${one}`, 600, 'vitrine')
  expect(flood.lines).toHaveLength(100)
})
