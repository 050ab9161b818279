import { expect, test } from 'vitest'
import { batchRequests } from './find-in-library.ts'

const five = [1, 2, 3, 4, 5]

test('items are sent together up to the limit, and each gets its own answer', async () => {
  const requests: number[][] = []
  const request = batchRequests(2, async (items: number[]) => {
    requests.push(items)
    return items.map((one) => (one === 4 ? undefined : one * 10))
  })
  expect(await Promise.all(five.map(request))).toEqual([10, 20, 30, undefined, 50])
  expect(requests).toEqual([[1, 2], [3, 4], [5]])
})

test('a failed request loses only its own answers', async () => {
  let requests = 0
  const request = batchRequests(2, async (items: number[]) => {
    if (requests++ === 0) throw new Error('no connection')
    return items
  })
  expect(await Promise.all(five.map(request))).toEqual([undefined, undefined, 3, 4, 5])
})
