import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { whileLocked } from '#kit/database/advisory-locks'
import { listenForNotifications } from '#kit/database/notifications'
import { openDatabase } from '#kit/database/pool'
import { createDatabase } from '#test/databases'
import { watchProcesses } from './ended-processes.ts'

const url = await createDatabase()
const db = openDatabase(url, { connections: 3 })
afterAll(() => db.destroy())

const endListening = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine notifications'`.execute(db)

test('a process has ended when its lock was free at two looks, some time apart', async () => {
  const running = await listenForNotifications(url)
  const ended = randomUUID()
  const endedProcesses = watchProcesses(db, 'another one', 3_000)
  const names = [running.processName, ended, ended]
  expect(await endedProcesses(names)).toEqual([])
  expect(await endedProcesses(names)).toEqual([]) // at once
  await expect.poll(() => endedProcesses(names), { timeout: 10_000 }).toEqual([ended])
  await running.stop()
})

test('a process that loses its connection for a moment has not ended', async () => {
  const { processName, stop } = await listenForNotifications(url)
  const endedProcesses = watchProcesses(db, 'another one', 100)
  const looksEnded = async () => (await watchProcesses(db, 'another one', 0)([processName])).length > 0
  for (let losses = 0; losses < 3; losses++) {
    await endListening()
    await expect.poll(looksEnded, { interval: 5 }).toBe(true)
    expect(await endedProcesses([processName])).toEqual([])
    await expect.poll(looksEnded, { interval: 50, timeout: 5_000 }).toBe(false)
    expect(await endedProcesses([processName])).toEqual([])
  }
  await stop()
})

test('after a look that failed two more are needed, since locks are free when the database is back', async () => {
  const name = randomUUID()
  let isAway = false
  const database = new Proxy(db, {
    get(target, property) {
      if (isAway) throw new Error('The database is away.')
      const value = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const endedProcesses = watchProcesses(database, 'another one', 100)
  expect(await endedProcesses([name])).toEqual([])
  isAway = true
  await sleep(150)
  await expect(endedProcesses([name])).rejects.toThrow('away')
  isAway = false
  expect(await endedProcesses([name])).toEqual([])
  await sleep(150)
  expect(await endedProcesses([name])).toEqual([name])
})

test('a process never takes itself for ended', async () => {
  const own = randomUUID()
  expect(await watchProcesses(db, own, 0)([own, 'another one'])).toEqual(['another one'])
})

test('looks at the same moment see the same', async () => {
  const name = randomUUID()
  const client = new pg.Client(url)
  await client.connect()
  const looks = await Promise.all(
    Array.from({ length: 20 }, () => watchProcesses(db, 'another one', 0)([name, 'unknown'])),
  )
  expect(new Set(looks.map((ended) => ended.length))).toEqual(new Set([2]))
  await client.end()
})

test('work under a lock waits for the work of others', async () => {
  const steps: string[] = []
  await Promise.all(
    ['one', 'two'].map((name) =>
      whileLocked(db, 'a lock', async () => {
        steps.push(name)
        await sleep(50)
        steps.push(name)
      }),
    ),
  )
  expect(steps[0]).toBe(steps[1])
})
