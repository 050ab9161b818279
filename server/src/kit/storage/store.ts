import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileMemory } from './file-memory.ts'
import type { ByteRange, OpenFile } from './large-reads.ts'
import type { Workspace } from './workspace.ts'

/**
 * Durable storage of finished files under keys that the server chose, of ASCII letters, digits, `/`, `.` and `-`. A
 * file never changes: writing a key twice writes the same bytes twice.
 */
export interface Store {
  /** Moves a finished file into the store; once this resolves, the file survives a power failure. */
  put(file: string, key: string): Promise<void>
  /** Size in bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>
  /** When a file was written, or null when there is no such file. */
  modifiedAt(key: string): Promise<Date | null>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  read(key: string, range?: ByteRange): Readable
  /** The same for sending it, which costs less this way; only a disk offers it. Rejects when there is no such file. */
  open?(key: string): Promise<OpenFile>
  /** What this process keeps of files that visitors may see; a command keeps nothing. */
  memory?: FileMemory
  /** Where anyone gets this file for some seconds, under these headers; only a bucket has such an address. */
  signedUrl?(key: string, headers: SignedAnswer): Promise<string>
  /** Removes a file, or all files below a key that ends in a slash; a missing file is no error. */
  remove(key: string): Promise<void>
  /** All keys with this prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /** Rejects when files can be neither read nor stored, as far as can be told without storing one. */
  check(): Promise<void>
  /** An empty folder for unfinished files, on the disk of a disk store, so that `put` is a rename and never a copy. */
  createWorkspace(): Promise<Workspace>
}

export interface SignedAnswer {
  seconds: number
  contentType: string
  contentDisposition: string
}

/** Whether a key is one that the server chooses: one with '..' would leave the folder of a store. */
export const isStoreKey = (key: string) => /^[A-Za-z0-9][A-Za-z0-9/.-]*$/.test(key) && !key.includes('..')

/** Whether an operation failed because the store has no such file, or the disk none to put into it. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === 'ENOENT' || isMissingFile(error.cause)
}

/** What a reading finds; undefined where the file or folder is missing. */
export const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error) => {
    if (isMissingFile(error)) return undefined
    throw error
  })

export async function copyStoredFile(source: Store, from: string, target: Store, to: string): Promise<void> {
  await using workspace = await target.createWorkspace()
  const file = join(workspace.folder, 'file')
  await pipeline(source.read(from), createWriteStream(file, { flush: true }))
  await target.put(file, to)
}
