import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { derivativesPrefix } from '#features/images/storage-keys'
import { startProgress } from '#kit/progress'
import { isStoreKey, type Store } from '#kit/storage/store'

/** Files that are copied at once. */
const concurrency = 8

/**
 * Writes the keys of all files of a store, one a line. Derivatives are made again when they are asked for, and what
 * something else has put there has other names.
 */
export async function writeFileList(store: Store, path: string): Promise<number> {
  let count = 0
  const lines = async function* () {
    for await (const key of store.list('')) {
      if (key.startsWith(derivativesPrefix) || !isStoreKey(key)) continue
      count++
      yield `${key}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { flags: 'wx', flush: true }))
  return count
}

/** The keys of the list; it is opened by the first of them, since readline drops the lines that come before. */
export async function* readFileList(path: string): AsyncGenerator<string> {
  for await (const key of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (!isStoreKey(key)) throw new Error(`"${key}" is no key of a file`)
    yield key
  }
}

export interface CopiedFiles {
  copied: number
  /** Keys of files that have gone meanwhile, or that the source has lost. */
  missing: string[]
}

/** Copies the files that the target does not have; what it has is the same, since a file never changes. */
export async function copyFiles(source: Store, target: Store, keys: AsyncIterable<string>, count: number) {
  const progress = startProgress('Files', count)
  const workspace = await target.createWorkspace()
  const result: CopiedFiles = { copied: 0, missing: [] }
  const iterator = keys[Symbol.asyncIterator]()
  let seen = 0
  const work = async (worker: number) => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      await copyFile(source, target, next.value, join(workspace.folder, String(worker)), result)
      progress.step()
      seen++
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
  } finally {
    await workspace.remove()
  }
  progress.finish()
  if (seen !== count) throw new Error(`The list of files is damaged: it has ${seen} of ${count} lines`)
  return result
}

async function copyFile(source: Store, target: Store, key: string, temporary: string, result: CopiedFiles) {
  if ((await target.size(key)) !== null) return
  if ((await source.size(key)) === null) result.missing.push(key)
  else {
    await pipeline(source.read(key), createWriteStream(temporary, { flush: true }))
    await target.put(temporary, key)
    result.copied++
  }
}
