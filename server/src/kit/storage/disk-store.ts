import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Store } from './store.ts'
import { createWorkspaceFactory } from './workspace.ts'

/** A store in a folder of the file system. */
export async function diskStore(root: string): Promise<Store> {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  const createDurableFolder = durableFolderCreator(root)

  return {
    createWorkspace: await createWorkspaceFactory(join(root, 'tmp')),
    async put(file, key) {
      const path = pathOf(key)
      await createDurableFolder(dirname(path))
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
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        const key = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
        if (entry.isFile() && key.startsWith(prefix) && !key.startsWith('tmp/')) yield key
      }
    },
  }
}

/** Creates folders below `root`, made durable by syncing their parents; remembers those it has synced. */
function durableFolderCreator(root: string) {
  const synced = new Set<string>()
  return async function create(folder: string): Promise<void> {
    if (synced.has(folder) || folder === root || !folder.startsWith(root + sep)) return
    await create(dirname(folder))
    await mkdir(folder, { recursive: true })
    await syncFolder(dirname(folder))
    synced.add(folder)
  }
}

/** A failed fsync is an error and not retried: afterwards nothing is known about what is on the disk. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
