import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { expect, test } from 'vitest'
import { fetchQueue } from './fetch-queue.ts'

/** A queue in pages of 50, as the server has it at the moment of asking. */
function queue(length: number) {
  const waiting = Array.from({ length }, (_, n) => ({ id: n + 1 }) as ManagedImage)
  const asked: number[] = []
  const ask = async (page: number) => {
    asked.push(page)
    return { count: waiting.length, images: waiting.slice((page - 1) * 50, page * 50) }
  }
  return { waiting, asked, ask }
}
const ids = ({ images }: { images: ManagedImage[] }) => images.map(({ id }) => id)

test('a queue is worked off to its end without missing or repeating an image, while it shrinks', async () => {
  const { waiting, ask } = queue(230)
  const known = new Set<number>()
  const take = (id: number) =>
    waiting.splice(
      waiting.findIndex((one) => one.id === id),
      1,
    )
  for (let readings = 0; waiting.length; readings++) {
    expect(readings).toBeLessThan(20)
    for (const id of ids(await fetchQueue(ask, known))) known.add(id)
    const mine = waiting.filter(({ id }) => known.has(id)).slice(0, 35)
    expect(mine.length).toBeGreaterThan(0)
    for (const { id } of mine) take(id)
    // Meanwhile somebody else takes some from further down.
    for (const { id } of waiting.slice(3, 8)) take(id)
  }
})

test('reads on behind what is known and waits still', async () => {
  const { ask, asked } = queue(120)
  const known = new Set(Array.from({ length: 60 }, (_, n) => n + 1))
  const { whole, images } = await fetchQueue(ask, known)
  expect([asked, whole, images.length]).toEqual([[1, 2], false, 100])
})

test('says when it has reached the end', async () => {
  const { ask } = queue(50)
  expect(await fetchQueue(ask, new Set())).toMatchObject({ whole: true, count: 50 })
  expect(await fetchQueue(queue(0).ask, new Set())).toEqual({ images: [], count: 0, whole: true })
})
