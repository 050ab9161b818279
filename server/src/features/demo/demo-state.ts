import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'

/** The progress of the demonstration, and the username of the contributor who owns its images. */
export interface DemoState {
  state: 'begun' | 'done'
  owner: string
}

/** Whether the demonstration is to be added: the library is empty, or an earlier run was interrupted. */
export async function isDemoUnfinished(config: Config, countImages: () => Promise<number>): Promise<boolean> {
  const marker = await demoMarker.read(config)
  return marker ? marker.state === 'begun' : (await countImages()) === 0
}

/** The demonstration's state across starts. */
export const demoMarker = {
  path: (config: Config) => join(config.DATA_DIR, 'demo'),

  /** Null when the file is missing or unreadable. */
  async read(config: Config): Promise<DemoState | null> {
    try {
      return JSON.parse(await readFile(demoMarker.path(config), 'utf8'))
    } catch {
      return null
    }
  },

  write: (config: Config, state: DemoState) => writeAtomically(demoMarker.path(config), JSON.stringify(state)),
}

/** The demonstration's random passwords in plain text, readable by the operator's account alone. */
export const signInsFile = {
  path: (config: Config) => join(config.DATA_DIR, 'demo-sign-ins.txt'),
  async exists(config: Config): Promise<boolean> {
    const text = await readFile(signInsFile.path(config)).catch(() => null)
    return text !== null
  },
  write: (config: Config, lines: string[]) => writeAtomically(signInsFile.path(config), lines.join('\n')),
}

/** Writes all or nothing, whenever the process is killed, and durably: the accounts are created after the passwords. */
async function writeAtomically(path: string, text: string) {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
