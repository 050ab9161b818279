import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EndedProcesses } from '#kit/database/ended-processes'

/** A folder that is removed where its variable ends, with all files that were not put into the store. */
export interface Workspace extends AsyncDisposable {
  folder: string
}

/** Returns a function that creates folders for unfinished files below `parent`, which name the process they are of. */
export async function createWorkspaceFactory(parent: string, processName: string): Promise<() => Promise<Workspace>> {
  await mkdir(parent, { recursive: true })
  return async () => {
    const folder = join(parent, `${processName}.${randomBytes(12).toString('hex')}`)
    await mkdir(folder)
    return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  }
}

/** One hour, for folders that name no process: the HTTP server ends every request long before. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Removes what ended processes left below `parent`; `endedProcesses` returns those of some that have ended. */
export async function removeAbandonedFolders(parent: string, endedProcesses: EndedProcesses): Promise<void> {
  const folders = await readdir(parent)
  if (!folders.length) return
  const ended = new Set(await endedProcesses([...new Set(folders.map(processNameOf).filter(Boolean))]))
  for (const name of folders) {
    const folder = join(parent, name)
    const isAbandoned = processNameOf(name) ? ended.has(processNameOf(name)) : await isOld(folder)
    if (isAbandoned) await rm(folder, { recursive: true, force: true })
  }
}

/** Empty where a command made the folder. */
const processNameOf = (folder: string) => (folder.includes('.') ? folder.slice(0, folder.indexOf('.')) : '')

async function isOld(folder: string): Promise<boolean> {
  const modified = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now()
  return Date.now() - modified > ABANDONED_AFTER_MS
}
