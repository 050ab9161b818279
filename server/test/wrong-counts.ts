import { sql } from 'kysely'
import { countRules } from '#features/operations/check/rules/count-rules.sql'
import type { Database } from '#kit/database/statements'

/** What `check` finds wrong of the numbers that are kept beside rows, of those whose label begins so. */
export async function wrongCounts(db: Database, label = ''): Promise<string[]> {
  const found = countRules.map(({ broken }) => sql<{ text: string }>`select text from (${broken}) as rule`.execute(db))
  const texts = (await Promise.all(found)).flatMap(({ rows }) => rows.map(({ text }) => text))
  return texts.filter((text) => text.startsWith(label))
}
