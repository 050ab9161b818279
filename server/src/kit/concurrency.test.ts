import { setImmediate as afterTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLimiter, LimitExceeded, type LimiterOptions } from './concurrency.ts'

/** Tasks that end when the test says so, and the names of those that were begun, in order. */
function startTasks(options: LimiterOptions) {
  const limiter = createLimiter(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, attributes: Parameters<typeof limiter.run>[1] = {}) =>
    limiter.run(
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      },
      { key: name[0]!, ...attributes },
    )
  const end = async (name: string) => {
    ends.get(name)!()
    await afterTurn() // its place is free in the next turn of the event loop
    await afterTurn()
  }
  return { limiter, begun, start, end }
}

test('a limiter leaves places to other keys, unless a key stands for people who cannot be told apart', () => {
  const { begun, start } = startTasks({ running: 5, runningPerKey: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) void start(name)
  for (const name of ['s1', 's2', 's3']) void start(name, { isShared: true })
  expect(begun).toEqual(['a1', 'a2', 'b1', 's1', 's2'])
})

test('a limiter runs at most two tasks of one key, and the next one when one of them fails', async () => {
  const limiter = createLimiter({ running: 9, runningPerKey: 2 })
  void limiter.run(() => new Promise(() => {}), { key: 'a' })
  const failing = limiter.run(() => afterTurn().then(() => Promise.reject(new Error('no'))), { key: 'a' })
  const next = limiter.run(async () => 'next', { key: 'a' })
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test('a limiter keeps reserved places for privileged tasks', async () => {
  const { begun, start, end } = startTasks({ running: 2, reserved: 1 })
  for (const name of ['a1', 'b1']) void start(name)
  void start('p1', { isPrivileged: true })
  expect(begun).toEqual(['a1', 'p1'])
  await end('p1')
  expect(begun).toEqual(['a1', 'p1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'p1', 'b1'])
})

test('too many waiting tasks of a key are refused, those that wait too long, and those whose asker left', async () => {
  const { start, begun, end } = startTasks({ running: 1, waitingPerKey: 2, maxWait: 300 })
  void start('a1')
  const late = start('a2')
  const asker = new AbortController()
  const left = start('a3', { signal: asker.signal })
  await expect(start('a4')).rejects.toThrow(LimitExceeded)
  const patient = start('b1')
  asker.abort()
  await expect(left).rejects.toThrow(LimitExceeded)
  await expect(late).rejects.toThrow(LimitExceeded)
  await expect(patient).rejects.toThrow(LimitExceeded)
  const last = start('a5')
  await end('a1')
  await end('a5')
  expect(await last).toBe('a5')
  expect(begun).toEqual(['a1', 'a5'])
})

test('a limiter lets I/O have its turn between tasks of a key that wait for nothing', async () => {
  const limiter = createLimiter({ running: 5, runningPerKey: 2 })
  let ended = 0
  const tasks = Array.from({ length: 20 }, () => limiter.run(async () => ended++, { key: 'a' }))
  await afterTurn()
  expect(ended).toBeLessThanOrEqual(4)
  await Promise.all(tasks)
  expect(ended).toBe(20)
})

test('a task inside a task runs at once, since it could wait for itself', async () => {
  const limiter = createLimiter({ running: 1 })
  const inner = () => limiter.run(async () => limiter.isInside())
  expect(await limiter.run(() => afterTurn().then(inner))).toBe(true)
  expect(limiter.isInside()).toBe(false)
})
