import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import { fetchQueue } from './fetch-queue.ts'

/** A server's queue in pages of 50. */
function createQueue(length: number) {
  const waiting = Array.from({ length }, (_, n) => ({ id: n + 1 }) as ManagedImage)
  const requestedPages: number[] = []
  const fetchPage = async (page: number) => {
    requestedPages.push(page)
    return { count: waiting.length, images: waiting.slice((page - 1) * 50, page * 50) }
  }
  return { waiting, requestedPages, fetchPage }
}
const ids = ({ images }: { images: ManagedImage[] }) => images.map(({ id }) => id)

test('a shrinking queue is read to its end without missing or repeating an image', async () => {
  const { waiting, fetchPage } = createQueue(230)
  const known = new Set<number>()
  const decide = (id: number) =>
    waiting.splice(
      waiting.findIndex((one) => one.id === id),
      1,
    )
  for (let fetches = 0; waiting.length; fetches++) {
    expect(fetches).toBeLessThan(20)
    for (const id of ids(await fetchQueue(fetchPage, known))) known.add(id)
    const batch = waiting.filter(({ id }) => known.has(id)).slice(0, 35)
    expect(batch.length).toBeGreaterThan(0)
    for (const { id } of batch) decide(id)
    // Meanwhile another reviewer decides some further down.
    for (const { id } of waiting.slice(3, 8)) decide(id)
  }
})

test('reads beyond the known images that still wait', async () => {
  const { fetchPage, requestedPages } = createQueue(120)
  const known = new Set(Array.from({ length: 60 }, (_, n) => n + 1))
  const { reachedEnd, images } = await fetchQueue(fetchPage, known)
  expect([requestedPages, reachedEnd, images.length]).toEqual([[1, 2], false, 100])
})

test('reports that it has reached the end', async () => {
  const { fetchPage } = createQueue(50)
  expect(await fetchQueue(fetchPage, new Set())).toMatchObject({ reachedEnd: true, count: 50 })
  expect(await fetchQueue(createQueue(0).fetchPage, new Set())).toEqual({ images: [], count: 0, reachedEnd: true })
})
