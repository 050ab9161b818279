import type { Config } from '#config'
import { assertLibraryIsThere, assertServable, hoursLate, migrationsFolder } from '#features/library/library'
import { libraryRow } from '#features/library/library.sql'
import { schemaState } from '#kit/database/migrate'
import { openBackgroundDatabase } from '#kit/database/pool'
import { SettingError } from '../../../setting-parsers.ts'
import { advice, type Finding, fault } from './finding.ts'

/** Whether there is a library where the settings say; where there is none, nothing may be made there. */
export async function presenceFindings(config: Config): Promise<Finding[]> {
  return sentenceOf(() => assertLibraryIsThere(config))
}

/** The schema of the database and the age of the last backup. */
export async function libraryFindings(url: string): Promise<Finding[]> {
  await using db = openBackgroundDatabase(url, { connections: 1 })
  const schema = await schemaState(db, migrationsFolder)
  const misfits = await sentenceOf(() => assertServable(db, schema))
  if (misfits.length) return misfits
  if (schema.missing.length)
    return [advice(`The next start of the site migrates the database: ${schema.missing.join(', ')}. Back up first.`)]
  return backupFindings((await libraryRow(db)).backed_up_at)
}

function backupFindings(at: Date | null): Finding[] {
  if (!at)
    return [advice('There is no backup of this library yet. Run "npm run vitrine -- backup <folder>" each night.')]
  const hours = hoursLate(at)
  return hours ? [advice(`The last backup that missed nothing is ${hours} hours old.`)] : []
}

async function sentenceOf(assertion: () => void | Promise<void>): Promise<Finding[]> {
  try {
    await assertion()
    return []
  } catch (error) {
    if (error instanceof SettingError) return [fault(error.message)]
    throw error
  }
}
