import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createLargeReads } from './large-reads.ts'
import { isMissingFile, type Store, unlessMissing } from './store.ts'
import { createWorkspaceFactory } from './workspace.ts'

/** A store in a folder of the file system; its workspaces name the process. */
export async function diskStore(root: string, processName = ''): Promise<Store> {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  const folders = durableFolders(root)
  const openForLargeReads = createLargeReads()

  return {
    createWorkspace: await createWorkspaceFactory(join(root, 'tmp'), processName),
    async put(file, key) {
      const path = pathOf(key)
      const move = async () => {
        await folders.create(dirname(path))
        await rename(file, path)
      }
      await move().catch((error) => {
        if (!isMissingFile(error)) throw error
        folders.forget() // since any process may have removed the folder after this one synced it
        return move()
      })
      await syncFolder(dirname(path))
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => null)
      return found?.isFile() ? found.size : null
    },
    async modifiedAt(key) {
      const found = await stat(pathOf(key)).catch(() => null)
      return found?.isFile() ? found.mtime : null
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    open: (key) => openForLargeReads(pathOf(key)),
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
    remove: (key) => rm(pathOf(key), { recursive: key.endsWith('/'), force: true }),
    async *list(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      for await (const path of filesBelow(pathOf(folder))) {
        const key = relative(root, path).split(sep).join('/')
        if (key.startsWith(prefix) && !key.startsWith('tmp/')) yield key
      }
    },
  }
}

/** Reads one folder at a time, since a library has millions of files; a folder that is removed meanwhile is empty. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Creates folders below `root`, made durable by syncing their parents; remembers those it has synced. */
function durableFolders(root: string) {
  const synced = new Set<string>()
  async function create(folder: string): Promise<void> {
    if (synced.has(folder) || folder === root || !folder.startsWith(root + sep)) return
    await create(dirname(folder))
    await mkdir(folder, { recursive: true })
    await syncFolder(dirname(folder))
    synced.add(folder)
  }
  return { create, forget: () => synced.clear() }
}

/** A failed fsync is an error and not retried: afterwards nothing is known about what is on the disk. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it
  await using handle = await open(folder, 'r')
  await handle.sync()
}
