import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { toSynonyms } from './synonyms/synonyms.ts'

/** What admins set of the search; every process has a copy (`createNotifiedCopy`). */
export type SearchSettings = Awaited<ReturnType<typeof readSearchSettings>>

/** Notifies every process that its copy of the settings is outdated, and the replies and pages made with it. */
export const searchSettingsChanged = 'search settings changed'

export const notifySearchSettingsChanged = (db: Database) => notify(db, searchSettingsChanged)

export async function readSearchSettings(db: Database) {
  const config = await db.selectFrom('library').select('has_search_log').executeTakeFirst()
  const rows = await db.selectFrom('synonym').select(['said', 'means', 'is_two_way']).orderBy('id').execute()
  return { has_search_log: config?.has_search_log ?? false, synonyms: toSynonyms(rows) }
}
