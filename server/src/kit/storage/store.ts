import type { Readable } from 'node:stream'
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
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Removes a file, or all files below a key that ends in a slash; a missing file is no error. */
  remove(key: string): Promise<void>
  /** All keys with this prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /** An empty folder for unfinished files, on the disk of a disk store, so that `put` is a rename and never a copy. */
  createWorkspace(): Promise<Workspace>
}
