import { expect, test } from 'vitest'
import { concurrencyQueue } from './concurrency-queue.ts'

test('jobs begin in order and never more at a time than allowed', async () => {
  const begun: number[] = []
  let [running, most] = [0, 0]
  const inTurn = concurrencyQueue(2)
  const done = Array.from({ length: 5 }, (_, job) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    inTurn(async () => {
      begun.push(job)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      resolve()
    })
    return promise
  })
  await Promise.all(done)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})
