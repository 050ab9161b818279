import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'

/** How far the demonstration is, and the username of the contributor who owns its drawings. */
export interface DemoState {
  state: 'begun' | 'done'
  owner: string
}

/** Whether the demonstration is due: the library is empty, or the last filling was interrupted. */
export async function isDemoUnfinished(config: Config, count: () => Promise<number>): Promise<boolean> {
  const known = await demoMarker.read(config)
  return known ? known.state === 'begun' : (await count()) === 0
}

/** Remembers the demonstration across starts. One that cannot be read counts as none. */
export const demoMarker = {
  path: (config: Config) => join(config.DATA_DIR, 'demo'),

  async read(config: Config): Promise<DemoState | null> {
    try {
      return JSON.parse(await readFile(demoMarker.path(config), 'utf8'))
    } catch {
      return null
    }
  },

  write: (config: Config, state: DemoState) => writeAtomically(demoMarker.path(config), JSON.stringify(state)),
}

/** The demonstration's random passwords, readable by the operator alone; a hash could not be shown again. */
export const signInsFile = {
  path: (config: Config) => join(config.DATA_DIR, 'demo-sign-ins.txt'),
  exists: (config: Config) => readFile(signInsFile.path(config)).then(() => true, () => false), // biome-ignore format: one thought
  write: (config: Config, lines: string[]) => writeAtomically(signInsFile.path(config), lines.join('\n')),
}

/** All of it or nothing of it, whenever the process is killed; on the disk before an account in the database is. */
async function writeAtomically(path: string, text: string) {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
