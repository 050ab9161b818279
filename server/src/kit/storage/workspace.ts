import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Workspace {
  folder: string
  /** Removes the folder with all files that were not put into the store. */
  remove(): Promise<void>
}

/** Returns a function that creates folders for unfinished files below `parent`. */
export async function createWorkspaceFactory(parent: string): Promise<() => Promise<Workspace>> {
  await mkdir(parent, { recursive: true })
  await removeAbandoned(parent)
  return async () => {
    const folder = join(parent, randomBytes(12).toString('hex'))
    await mkdir(folder)
    return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
  }
}

const ABANDONED_AFTER_MS = 60 * 60 * 1000 // one hour; the HTTP server ends every request long before

/** Removes what killed processes left behind; younger folders may belong to another running process. */
async function removeAbandoned(parent: string) {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    const modified = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - modified > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true })
  }
}
