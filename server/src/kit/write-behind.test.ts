import { expect, test, vi } from 'vitest'
import { createWriteBehind } from './write-behind.ts'

function recorder() {
  const written = new Map<string, number>()
  const lines: string[] = []
  const say = (_about: object | string, message?: string) => void lines.push(message ?? String(_about))
  const faults: (() => void)[] = []
  const counts = createWriteBehind<{ name: string }>({
    subject: 'Counts',
    async write(batch) {
      faults.shift()?.()
      for (const { name, count } of batch) written.set(name, (written.get(name) ?? 0) + count)
    },
    log: { info: say, warn: say },
  })
  return { counts, written, lines, faults }
}

const fail = () => {
  throw new Error('The database is away.')
}

test('counts that cannot be written are written later, with those added meanwhile, and one line each way', async () => {
  const { counts, written, lines, faults } = recorder()
  faults.push(fail, fail)
  counts.add({ name: 'a' })
  const task = counts.run()
  await vi.waitFor(() => expect(faults).toHaveLength(0), { timeout: 10_000 })
  counts.add({ name: 'a' })
  counts.add({ name: 'b' })
  await vi.waitFor(() => expect(written.size).toBe(2), { timeout: 10_000 })
  await task.stop()
  expect(Object.fromEntries(written)).toEqual({ a: 2, b: 1 })
  expect(lines).toEqual(['Counts cannot be written; they wait in memory', 'Counts are written again'])
})

test('a key that is counted while it is being written keeps the rest', async () => {
  const { counts, written, faults } = recorder()
  faults.push(() => counts.add({ name: 'a' }))
  counts.add({ name: 'a' })
  const task = counts.run()
  await vi.waitFor(() => expect(written.get('a')).toBe(2), { timeout: 10_000 })
  await task.stop()
  expect(written.get('a')).toBe(2)
})

test('stopping writes the last 100,000 counts in batches, and says how many are lost when it cannot', async () => {
  const { counts, written } = recorder()
  for (let key = 0; key < 100_100; key++) counts.add({ name: String(key) })
  counts.add({ name: '0' })
  await counts.run().stop()
  expect([written.size, written.get('0')]).toEqual([100_000, 2]) // memory is bounded

  const failing = recorder()
  failing.faults.push(fail, fail)
  failing.counts.add({ name: 'a' })
  await failing.counts.run().stop()
  expect(failing.lines.at(-1)).toBe('Counts of 1 keys are lost: they could not be written')
})
