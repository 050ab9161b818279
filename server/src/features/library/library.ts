import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config'
import { imageCount } from '#features/images/images.sql'
import type { SchemaState } from '#kit/database/migrate'
import type { Database } from '#kit/database/statements'
import { keyFile } from '#kit/security/master-key'
import { SettingError } from '../../setting-parsers.ts'
import { libraryRow } from './library.sql.ts'

export const migrationsFolder = join(import.meta.dirname, '../../../migrations')

const howToMakeLibrary = 'Starting the site makes one, and so does "npm run vitrine -- migrate".'
const howToFindLibrary = 'as they are for the site, or name its file of settings: --env <file>.'

/** A command that is run without the site's settings must not make another library, and report success about that. */
export function assertLibraryIsThere({ DATA_DIR, DATABASE_URL, SECRET_KEY }: Config) {
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres')))
    throw new SettingError(
      `There is no library in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL ${howToFindLibrary} ${howToMakeLibrary}`,
    )
  if (!SECRET_KEY && !existsSync(keyFile(DATA_DIR)))
    throw new SettingError(
      `There is no secret.key in ${DATA_DIR}. Set DATA_DIR or SECRET_KEY ${howToFindLibrary} ${howToMakeLibrary}`,
    )
}

/** What commands ask of the database before they use it. */
export type LibraryNeed = 'library' | 'migrated library'

export function assertSchema({ isEmpty, missing }: SchemaState, need: LibraryNeed) {
  if (isEmpty) throw new SettingError(`There is no library in the database of DATABASE_URL. ${howToMakeLibrary}`)
  if (missing.length && need === 'migrated library')
    throw new SettingError(
      `The database has not had the migrations ${missing.join(', ')} of this version. ` +
        'Start the site, or run "npm run vitrine -- migrate".',
    )
}

/** Refuses a database of a newer version that this one cannot serve, and one of another line of development. */
export async function assertServable(db: Database, { missing, unknown, names, isOrdered }: SchemaState) {
  if (!isOrdered)
    throw new SettingError(
      `The database has had migrations in another order than this version (${missing[0] ?? unknown[0]}). ` +
        'Install the version that made it, or restore a backup.',
    )
  if (!unknown.length) return
  if (names.includes((await libraryRow(db)).oldest_migration)) return
  throw new SettingError(
    `The database was brought up to ${unknown.at(-1)} by a newer version of Vitrine, and this one cannot serve it. ` +
      'Install the newer one again, or restore the backup from before the upgrade.',
  )
}

/** The age in hours of a backup that each night should have replaced; null while it is not late. */
export function hoursLate(at: Date): number | null {
  const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000)
  return hours >= 26 ? hours : null
}

/** Where the library lies, without what is secret. */
export function placeOf({ DATA_DIR, DATABASE_URL }: Config): string {
  if (!DATABASE_URL) return DATA_DIR
  const { host, pathname } = new URL(DATABASE_URL)
  return `database ${pathname.slice(1)} at ${host}, folder ${DATA_DIR}`
}

/** On which library a command works: one line, told before its work begins. */
export async function describeLibrary(config: Config, db: Database): Promise<string> {
  const images = (await imageCount(db)).toLocaleString('en')
  return `Library: ${placeOf(config)}, ${images} images, ${config.SITE_URL || 'no SITE_URL'}`
}
