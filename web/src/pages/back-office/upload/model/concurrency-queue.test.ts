import { expect, test } from 'vitest'
import { concurrencyQueue } from './concurrency-queue.ts'

test('jobs start in order, at most the limit at a time', async () => {
  const started: number[] = []
  let [running, maxRunning] = [0, 0]
  const enqueue = concurrencyQueue(2)
  const done = Array.from({ length: 5 }, (_, job) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    enqueue(async () => {
      started.push(job)
      maxRunning = Math.max(maxRunning, ++running)
      await Promise.resolve()
      running--
      resolve()
    })
    return promise
  })
  await Promise.all(done)
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(maxRunning).toBe(2)
})
