import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { whileLocked } from '#kit/database/advisory-locks'
import { listenForNotifications } from '#kit/database/notifications'
import { openDatabase } from '#kit/database/pool'
import type { Database } from '#kit/database/statements'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { createDatabase } from '#test/databases'
import { untilWaiting } from '#test/interrupted-requests'
import { processesWithoutLock, SURE_AFTER_MS, watchProcesses } from './ended-processes.ts'

const url = await createDatabase()
const db = openDatabase(url, { connections: 3 })
afterAll(() => db.destroy())

/** What another process sees, by a clock that the test turns. */
function watch(database: Database = db, ownName = 'another one') {
  const clock = { ms: 0 }
  return { clock, endedProcesses: watchProcesses(database, ownName, () => clock.ms) }
}

test('another process has ended when its lock was free at two looks, some time apart', async () => {
  const running = await listenForNotifications(url)
  const [ended, own] = [randomUUID(), randomUUID()]
  const { clock, endedProcesses } = watch(db, own)
  const names = [running.processName, ended, ended, own]
  expect(await endedProcesses(names)).toEqual([])
  clock.ms = SURE_AFTER_MS - 1
  expect(await endedProcesses(names)).toEqual([])
  clock.ms = SURE_AFTER_MS
  expect(await endedProcesses(names)).toEqual([ended])
  await running.stop()
})

test('a process that loses its connection for a moment has not ended', async () => {
  const proxy = await startClosableProxy(Number(new URL(url).port))
  const { processName, stop } = await listenForNotifications(urlAtPort(url, proxy.port))
  const isLockFree = async () => (await processesWithoutLock(db, [processName])).length > 0
  const { clock, endedProcesses } = watch()
  for (let losses = 0; losses < 2; losses++) {
    await proxy.close()
    await expect.poll(isLockFree).toBe(true)
    expect(await endedProcesses([processName])).toEqual([])
    await proxy.open()
    await expect.poll(isLockFree).toBe(false)
    clock.ms += SURE_AFTER_MS
    expect(await endedProcesses([processName])).toEqual([])
  }
  await stop()
  await proxy.close()
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
  const { clock, endedProcesses } = watch(database)
  expect(await endedProcesses([name])).toEqual([])
  isAway = true
  clock.ms += SURE_AFTER_MS
  await expect(endedProcesses([name])).rejects.toThrow('away')
  isAway = false
  expect(await endedProcesses([name])).toEqual([])
  clock.ms += SURE_AFTER_MS
  expect(await endedProcesses([name])).toEqual([name])
})

test('looks at the same moment see the same', async () => {
  const names = [randomUUID(), 'unknown']
  const looks = await Promise.all(Array.from({ length: 20 }, () => processesWithoutLock(db, names)))
  expect(new Set(looks.map((free) => free.length))).toEqual(new Set([2]))
})

test('work under a lock waits for the work of others', async () => {
  const steps: string[] = []
  let second: Promise<unknown> | undefined
  await whileLocked(db, 'a lock', async () => {
    second = whileLocked(db, 'a lock', async () => void steps.push('second'))
    await untilWaiting(db, 1)
    steps.push('first')
  })
  await second
  expect(steps).toEqual(['first', 'second'])
})
