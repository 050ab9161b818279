import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

export type WordTable = 'meaning' | 'translation'

/** Version of the loaded table; null before it is loaded. */
export async function loadedVersion(db: Database, table: WordTable): Promise<string | null> {
  const row = await db.selectFrom(table).select('targets').where('word', '=', '').executeTakeFirst()
  return row?.targets ?? null
}

export async function saveVersion(db: Database, table: WordTable, version: string): Promise<void> {
  await db.insertInto(table).values({ word: '', targets: version }).execute()
}

export async function deleteRows(db: Database, table: WordTable): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(db)
}

/** English words alone have a noun share and a frequency. */
export interface WordRow {
  word: string
  targets: string
  noun_share?: number
  frequency?: number
}

export async function insertRows(db: Database, table: WordTable, rows: WordRow[]) {
  await sql`
    insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(db)
}
