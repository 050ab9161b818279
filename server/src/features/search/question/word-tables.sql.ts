import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

export type WordTable = 'meaning' | 'translation'

/** Version of the loaded table; null before it is loaded. */
export async function loadedVersion(db: Database, table: WordTable): Promise<string | null> {
  const row = await db.selectFrom('word_table').select('version').where('name', '=', table).executeTakeFirst()
  return row?.version ?? null
}

export async function saveVersion(db: Database, name: WordTable, version: string): Promise<void> {
  await db
    .insertInto('word_table')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute()
}

export async function deleteRows(db: Database, table: WordTable): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(db)
}

export async function insertRows(db: Database, table: WordTable, rows: { word: string; targets: string }[]) {
  await sql`
    insert into ${sql.table(table)} (word, targets)
    select * from unnest(${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.targets)}::text[])`.execute(db)
}
