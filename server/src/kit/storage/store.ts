import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'

/** Where finished files lie for good, under keys of ASCII letters, digits, `/`, `.` and `-` that we made ourselves. */
export interface Store {
  /** Takes over a finished file. When this returns, the file is there after a power cut too. */
  put(file: string, key: string): Promise<void>
  /** Size in bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Removes a file, or with a final slash all files below; what is not there is removed already. */
  remove(key: string): Promise<void>
  /** All keys that begin so, in no order that anybody may count on. */
  list(prefix: string): AsyncIterable<string>
  /** An empty folder on the same disk for files that are not finished; `keep` then is a rename, and never a copy. */
  createWorkspace(): Promise<Workspace>
}

export interface Workspace {
  folder: string
  /** Removes the folder with all that was not kept. */
  remove(): Promise<void>
}

/** A folder as a store. Files never change: what is written twice under a key is the same thing twice. */
export async function diskStore(root: string): Promise<Store> {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  const workspace = await createWorkspaceFactory(join(root, 'tmp'))

  return {
    async put(file, key) {
      const path = pathOf(key)
      await createDurableFolder(dirname(path), root)
      await rename(file, path)
      await syncFolder(dirname(path))
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => null)
      return found?.isFile() ? found.size : null
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { recursive: key.endsWith('/'), force: true }),
    async *list(prefix) {
      const found = await readdir(root, { recursive: true, withFileTypes: true })
      for (const one of found) {
        const key = relative(root, join(one.parentPath, one.name)).split(sep).join('/')
        if (one.isFile() && key.startsWith(prefix) && !key.startsWith('tmp/')) yield key
      }
    },
    createWorkspace: workspace,
  }
}

/** Folders for unfinished files, below this one. */
export async function createWorkspaceFactory(temporary: string): Promise<Store['createWorkspace']> {
  await mkdir(temporary, { recursive: true })
  await removeAbandoned(temporary)
  return async () => {
    const folder = join(temporary, randomBytes(12).toString('hex'))
    await mkdir(folder)
    return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
  }
}

const ABANDONED_AFTER_MS = 60 * 60 * 1000 // milliseconds; no upload lasts an hour (the server cuts it off long before)

/** What a killed process left behind. Younger folders may belong to a process that is at work beside this one. */
async function removeAbandoned(temporary: string) {
  for (const name of await readdir(temporary)) {
    const folder = join(temporary, name)
    const made = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - made > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true })
  }
}

const syncedFolders = new Set<string>()

/** A folder is durable when its parent was synced after making it. */
async function createDurableFolder(folder: string, root: string) {
  if (syncedFolders.has(folder) || folder === root || !folder.startsWith(root + sep)) return
  await createDurableFolder(dirname(folder), root)
  await mkdir(folder, { recursive: true })
  await syncFolder(dirname(folder))
  syncedFolders.add(folder)
}

/** A failed fsync means that nobody knows what is on the disk, so it is an error and never tried again. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
