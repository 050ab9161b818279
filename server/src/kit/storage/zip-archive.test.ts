import { buffer } from 'node:stream/consumers'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { readZip } from '#test/zip-reader'
import { type ZipEntry, zipArchive, zipArchiveSize } from './zip-archive.ts'

const entry = (name: string, ...chunks: string[]): ZipEntry => ({
  name,
  size: Buffer.byteLength(chunks.join('')),
  modified: new Date('2026-11-22T13:14:16Z'),
  read: () => chunks.map((chunk) => Buffer.from(chunk)),
})
const bytesOf = (entries: ZipEntry[]) => buffer(zipArchive(entries))

test('an archive holds its files under names of any script, and is as long as announced', async () => {
  const entries = [entry('a.txt', 'first ', 'second'), entry('лиса-狐.png', '\0\x01'), entry('empty')]
  const archive = await bytesOf(entries)
  expect(archive.length).toBe(zipArchiveSize(entries))
  const files = [...readZip(archive)].map(([name, content]) => [name, content.toString()])
  expect(files).toEqual([
    ['a.txt', 'first second'],
    ['лиса-狐.png', '\0\x01'],
    ['empty', ''],
  ])
  expect(readZip(await bytesOf([])).size).toBe(0)
})

test('the directory has the CRC-32 that its standard gives, and the time in the format of DOS', async () => {
  const archive = await bytesOf([entry('check', '123', '456789')])
  const at = archive.indexOf('PK\x01\x02')
  expect(archive.readUInt32LE(at + 16)).toBe(0xcbf43926)
  expect(archive.readUInt16LE(at + 12)).toBe((13 << 11) | (14 << 5) | 8)
  expect(archive.readUInt16LE(at + 14)).toBe((46 << 9) | (11 << 5) | 22)
})

test.each([3, 5])('a file of 4 bytes that was announced with %i breaks the archive', async (size) => {
  await expect(bytesOf([{ ...entry('a', '1234'), size }])).rejects.toThrow(`a does not have the ${size} bytes`)
})

test('a file is opened when its turn comes, and closed when reading ends early', async () => {
  const events: string[] = []
  const watched = (name: string): ZipEntry => ({
    ...entry(name, '12'),
    async *read() {
      events.push(`${name} opened`)
      try {
        yield Buffer.from('1')
        yield Buffer.from('2')
      } finally {
        events.push(`${name} closed`)
      }
    },
  })
  const reader = zipArchive([watched('a'), watched('b'), watched('c')])
  for await (const chunk of reader) if (chunk.toString() === '1' && events.length === 3) break
  expect(events).toEqual(['a opened', 'a closed', 'b opened', 'b closed'])
})

test('the largest zip of pictures stays below the 4 GiB from which on it would need ZIP64', () => {
  const names = Array.from({ length: limits.trayImages }, (_, i) => entry(`${i}`.padEnd(255, 'x')))
  expect(limits.zipBytes + zipArchiveSize(names)).toBeLessThan(2 ** 32)
})

/** The last bytes of an archive, and its length, without holding it. */
async function endOf(entries: Iterable<ZipEntry>, bytes: number) {
  let [end, length] = [Buffer.alloc(0), 0]
  for await (const chunk of zipArchive(entries)) {
    end = Buffer.concat([end, chunk.subarray(-bytes)]).subarray(-bytes)
    length += chunk.length
  }
  return { end, length }
}

test('more files than 16 bits count are counted by ZIP64', async () => {
  const entries = Array.from({ length: 65_536 }, (_, i) => entry(`${i}`))
  const { end } = await endOf(entries, 98)
  expect([end.toString('latin1', 0, 4), end.readBigUInt64LE(32)]).toEqual(['PK\x06\x06', 65_536n])
  expect([end.toString('latin1', 56, 60), end.readUInt16LE(76 + 10)]).toEqual(['PK\x06\x07', 65_535])
})

test('a file behind the first 4 GiB is found by ZIP64', async () => {
  const piece = Buffer.alloc(2 ** 27)
  const large: ZipEntry = { name: 'large', size: 2 ** 31, modified: new Date(), read: () => Array(16).fill(piece) }
  const { end, length } = await endOf([large, { ...large, name: 'large 2' }, entry('last', '1')], 98 + 4 + 12)
  const offset = end.readBigUInt64LE(4 + 4)
  expect(end.toString('latin1', 0, 4)).toBe('last')
  expect(Number(offset)).toBe(2 * (2 ** 31 + 46) + 5 + 7)
  const directory = end.readBigUInt64LE(16 + 48)
  expect(Number(directory)).toBe(Number(offset) + 46 + 4 + 1)
  expect(Number(directory + end.readBigUInt64LE(16 + 40))).toBe(length - 98)
}, 120_000)
