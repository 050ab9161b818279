import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Store } from '#kit/storage/store'

/** Of the files that processes hand to each other, which are no part of the library. */
export const workPrefix = 'work/'

/** Milliseconds after which no job waits any more: the HTTP server ends every request long before. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Begins with the time, by which `removeAbandonedWork` knows what is old. */
export const newJobId = () => `${Date.now()}-${randomBytes(8).toString('hex')}`

export const inputKey = (id: string) => `${workPrefix}${id}.in`
/** Each attempt writes a file of its own, since a file never changes. */
export const outputKey = (id: string, attempt: number) => `${workPrefix}${id}.out-${attempt}`

/** Puts a file into the store that its owner still needs. */
export async function putCopy(store: Store, file: string, key: string): Promise<void> {
  const copy = `${file}.work`
  await link(file, copy).catch(() => copyFile(file, copy)) // some file systems have no hard links
  try {
    await store.put(copy, key)
  } finally {
    await rm(copy, { force: true }) // a bucket leaves it
  }
}

/** Puts files into the store as one; returns their lengths. */
export async function putTogether(store: Store, files: string[], key: string): Promise<number[]> {
  const [first, ...others] = files
  if (!first) return []
  const lengths = await Promise.all(files.map(async (file) => (await stat(file)).size))
  for (const file of others) await pipeline(createReadStream(file), createWriteStream(first, { flags: 'a' }))
  await store.put(first, key)
  return lengths
}

export async function removeWork(store: Store, id: string, attempts: number): Promise<void> {
  const outputs = Array.from({ length: attempts }, (_, before) => outputKey(id, before + 1))
  await Promise.all([inputKey(id), ...outputs].map((key) => store.remove(key)))
}

/** Removes what killed processes have left. */
export async function removeAbandonedWork(store: Store): Promise<void> {
  for await (const key of store.list(workPrefix)) {
    const made = Number(/^\d+/.exec(key.slice(workPrefix.length))?.[0] ?? 0)
    if (Date.now() - made > ABANDONED_AFTER_MS) await store.remove(key)
  }
}
