import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder'
import { createLargeReads } from './large-reads.ts'

const folder = await temporaryFolder()
const path = join(folder, 'file')
const content = randomBytes(700_000)
await writeFile(path, content)

test('hands out the bytes of a range in order', async () => {
  const open = createLargeReads()
  for (const [start, end] of [
    [0, content.length - 1],
    [100_000, 400_000],
    [5, 5],
  ] as const) {
    const chunks: Buffer[] = []
    await (await open(path)).copy({ start, end }, async (chunk) => void chunks.push(Buffer.from(chunk)))
    expect(Buffer.concat(chunks).equals(content.subarray(start, end + 1))).toBe(true)
  }
})

test('of many readers at once the later ones read in smaller chunks, and each gets its own bytes', async () => {
  const open = createLargeReads()
  const largest: number[] = []
  const copies = Array.from({ length: 60 }, async () => {
    const chunks: Buffer[] = []
    await (await open(path)).copy({ start: 0, end: content.length - 1 }, async (chunk) => {
      await new Promise(setImmediate) // others read meanwhile
      chunks.push(Buffer.from(chunk))
    })
    largest.push(Math.max(...chunks.map(({ length }) => length)))
    return Buffer.concat(chunks).equals(content)
  })
  expect((await Promise.all(copies)).every(Boolean)).toBe(true)
  expect(new Set(largest)).toEqual(new Set([256 * 1024, 64 * 1024]))
})

test('memory is free again when writing fails, and a file that became shorter is an error', async () => {
  const open = createLargeReads()
  const fail = async () => {
    throw new Error('gone')
  }
  for (let times = 0; times < 100; times++)
    await expect((await open(path)).copy({ start: 0, end: 9 }, fail)).rejects.toThrow('gone')
  const sizes: number[] = []
  await (await open(path)).copy({ start: 0, end: content.length - 1 }, async ({ length }) => void sizes.push(length))
  expect(sizes[0]).toBe(256 * 1024)
  const beyond = (await open(path)).copy({ start: 0, end: content.length }, async () => {})
  await expect(beyond).rejects.toThrow('shorter')
})
