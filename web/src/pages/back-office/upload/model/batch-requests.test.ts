import { expect, test } from 'vitest'
import { batchRequests } from './batch-requests.ts'

const five = [1, 2, 3, 4, 5]

test('what comes together is asked together, as many at a time as may be, and each gets its own answer', async () => {
  const questions: number[][] = []
  const ask = batchRequests(2, async (items: number[]) => {
    questions.push(items)
    return items.map((one) => (one === 4 ? undefined : one * 10))
  })
  expect(await Promise.all(five.map(ask))).toEqual([10, 20, 30, undefined, 50])
  expect(questions).toEqual([[1, 2], [3, 4], [5]])
})

test('a question that fails costs its own answers alone', async () => {
  let asked = 0
  const ask = batchRequests(2, async (items: number[]) => {
    if (asked++ === 0) throw new Error('no line')
    return items
  })
  expect(await Promise.all(five.map(ask))).toEqual([undefined, undefined, 3, 4, 5])
})
