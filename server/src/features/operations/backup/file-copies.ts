import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CommandError } from '#command'
import { derivativesPrefix, originalKey, sha256OfOriginal } from '#features/images/storage-keys'
import { startProgress } from '#kit/progress'
import { isStoreKey, type Store } from '#kit/storage/store'
import { systemErrorText } from '../../../setting-parsers.ts'
import { tap } from './row-copies.ts'

const concurrency = 8

/** Writes one key a line, without derivatives, which are made again, and without foreign files. */
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

/** The lines of a list; it is opened by the first of them, since readline drops those that come before. */
async function* readLines(path: string, count: number): AsyncGenerator<string> {
  const input = createGunzip()
  pipeline(createReadStream(path), input).catch(() => {}) // the lines end with the same error
  let seen = 0
  try {
    for await (const line of createInterface({ input })) {
      seen++
      yield line
    }
  } catch (error) {
    throw new CommandError(`${path} is damaged: ${systemErrorText(error)}.`)
  }
  if (seen !== count) throw new CommandError(`${path} is damaged: it has ${seen} of ${count} lines.`)
}

/** Throws a sentence at the end where the list has another number of keys. */
export async function* readFileList(path: string, count: number): AsyncGenerator<string> {
  for await (const key of readLines(path, count)) {
    if (!isStoreKey(key)) throw new CommandError(`${path} is damaged: "${key}" is no key of a file.`)
    yield key
  }
}

/** The keys of originals from a list of their hashes. */
export async function* readOriginals(path: string, count: number): AsyncGenerator<string> {
  for await (const sha256 of readLines(path, count)) yield originalKey(sha256)
}

interface CopiedFiles {
  copied: number
  /** Keys of files that have gone meanwhile, or that the source has lost. */
  missing: string[]
  /** Keys of originals that have other bytes than their names say; they are not copied. */
  damaged: string[]
  /** Of all files of the list. */
  bytes: number
}

/** Copies the files that the target does not have in the same size. An original's name is the hash of its bytes. */
export async function copyFiles(source: Store, target: Store, keys: AsyncIterable<string>, count: number) {
  const progress = startProgress('Files', count)
  await using workspace = await target.createWorkspace()
  const result: CopiedFiles = { copied: 0, missing: [], damaged: [], bytes: 0 }
  const iterator = keys[Symbol.asyncIterator]()
  const work = async (worker: number) => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      await copyFile(source, target, next.value, join(workspace.folder, String(worker)), result)
      progress.step()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
  progress.finish()
  return result
}

async function copyFile(source: Store, target: Store, key: string, temporary: string, result: CopiedFiles) {
  const [there, here] = [await target.size(key), await source.size(key)]
  if (here === null) return void (there === null && result.missing.push(key))
  result.bytes += here
  if (there === here) return
  const hash = createHash('sha256')
  await pipeline(source.read(key), tap(hash), createWriteStream(temporary, { flush: true }))
  const sha256 = sha256OfOriginal(key)
  if (sha256 && hash.digest('hex') !== sha256) return void result.damaged.push(key)
  await target.put(temporary, key)
  result.copied++
}
