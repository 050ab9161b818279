import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3 } from '#test/s3-server'
import { openTestApp, type TestApp } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)

async function counts({ metrics }: TestApp): Promise<Record<string, number>> {
  const samples = /^vitrine_storage_operation\w+_(?:total|count)\{(.*)\} (\d+)$/gm
  const named = [...(await metrics.scrape()).text.matchAll(samples)].map(([, labels, value]) => [
    labels!.replaceAll(/\w+="(\w+)"/g, '$1').replace(',', ' '),
    Number(value),
  ])
  return Object.fromEntries(named)
}

/** What some work adds to the counts; a stream that was left is counted when it has closed. */
async function expectCounts(testApp: TestApp, work: () => Promise<unknown>, expected: Record<string, number>) {
  const before = await counts(testApp)
  await work()
  const added = async () => {
    const all = Object.entries(await counts(testApp)).map(
      ([name, value]) => [name, value - (before[name] ?? 0)] as const,
    )
    return Object.fromEntries(all.filter(([, value]) => value))
  }
  await expect.poll(added).toEqual(expected)
}

describe.each([
  ['on disk', {}],
  ['in a bucket', s3.settings],
])('of files %s', async (_, settings) => {
  const testApp = await openTestApp({ ...settings, METRICS: 'localhost:1' })
  const { store } = testApp
  const workspace = await store.createWorkspace()
  const { folder } = workspace
  afterAll(() => workspace[Symbol.asyncDispose]())
  const put = async (key: string, bytes: Buffer) => {
    await writeFile(join(folder, 'file'), bytes)
    await store.put(join(folder, 'file'), key)
  }
  const large = 'originals/large.bin'
  await put(large, Buffer.alloc(2 ** 20))

  test('each operation is counted once, with its duration', async () => {
    await expectCounts(testApp, () => put('originals/a.bin', Buffer.from('a')), { 'put ok': 1, put: 1 })
    await expectCounts(testApp, () => store.size('originals/a.bin'), { 'size ok': 1, size: 1 })
    await expectCounts(testApp, () => buffer(store.read(large)), { 'read ok': 1 })
    await expectCounts(testApp, () => store.remove('originals/a.bin'), { 'remove ok': 1, remove: 1 })
  })

  test('a missing file is no failure, nor a read whose reader leaves', async () => {
    const missing = 'originals/missing.bin'
    await expectCounts(testApp, () => store.size(missing), { 'size missing': 1, size: 1 })
    const read = () => buffer(store.read(missing)).catch(() => {})
    await expectCounts(testApp, read, { 'read missing': 1 })
    const putNothing = () => store.put(join(folder, 'nothing'), missing).catch(() => {})
    await expectCounts(testApp, putNothing, { 'put missing': 1, put: 1 })
    const left = async () => {
      for await (const _ of store.read(large)) break
    }
    await expectCounts(testApp, left, { 'read ok': 1 })
    const leaving = new AbortController()
    const write = () => leaving.abort()
    const aborted = () =>
      pipeline(store.read(large), new Writable({ write }), { signal: leaving.signal }).catch(() => {})
    await expectCounts(testApp, aborted, { 'read ok': 1 })
  })

  test.runIf(store.open)('of an opened file the bytes are read, and what fails has no duration', async () => {
    const copy = async (end: number, write: () => Promise<void>) => {
      const file = await store.open!(large)
      await file.copy({ start: 0, end }, write).catch(() => {})
    }
    await expectCounts(testApp, () => copy(9, async () => {}), { 'open ok': 1, open: 1, 'read ok': 1 })
    const leave = () => Promise.reject(new Error('The client left.'))
    await expectCounts(testApp, () => copy(9, leave), { 'open ok': 1, open: 1, 'read ok': 1 })
    const failed = { 'open ok': 1, open: 1, 'read failed': 1 }
    await expectCounts(testApp, () => copy(2 ** 20, async () => {}), failed)
    const openMissing = () => store.open!('originals/missing.bin').catch(() => {})
    await expectCounts(testApp, openMissing, { 'open missing': 1, open: 1 })
    const readFolder = () => buffer(store.read('originals')).catch(() => {})
    await expectCounts(testApp, readFolder, { 'read failed': 1 })
    const removeFolder = () => store.remove('originals').catch(() => {})
    await expectCounts(testApp, removeFolder, { 'remove failed': 1 })
  })
})
