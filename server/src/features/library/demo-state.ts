import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { hasUsers } from '#features/accounts/users/users.sql'
import { imageCount } from '#features/images/images.sql'
import type { Database } from '#kit/database/statements'
import { writeAtomically } from '#kit/storage/write-atomically'

/** The progress of the demonstration, and the username of the contributor who owns its images. */
export interface DemoState {
  state: 'begun' | 'done'
  owner: string
}

/** Of the e-mail addresses of its accounts, which no one can have (RFC 2606). */
export const demoDomain = '@vitrine.example'
/** Owns its images. */
export const demoContributor = 'contributor'

/** Whether the demonstration is to be added: the library is empty, or an earlier run was interrupted. */
export async function isDemoUnfinished(config: Config, db: Database): Promise<boolean> {
  const marker = await demoMarker.read(config)
  return marker ? marker.state === 'begun' : isEmptyLibrary(db)
}

export const isEmptyLibrary = async (db: Database) => !(await imageCount(db)) && !(await hasUsers(db))

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

  write: (config: Config, state: DemoState) => writeAtomically(demoMarker.path(config), `${JSON.stringify(state)}\n`),

  /** With the sign-ins: there is no demonstration any more. */
  async remove(config: Config) {
    for (const path of [demoMarker.path(config), signInsFile.path(config)]) await rm(path, { force: true })
  },
}

/** The demonstration's random passwords in plain text, readable by the operator's account alone. */
export const signInsFile = {
  path: (config: Config) => join(config.DATA_DIR, 'demo-sign-ins.txt'),
  exists: (config: Config) => existsSync(signInsFile.path(config)),
  write: (config: Config, lines: string[]) => writeAtomically(signInsFile.path(config), `${lines.join('\n')}\n`),
}
