import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** The library as a whole. Undefined where the database is older than the migration that identifies it. */
export async function libraryRow(db: Database) {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('public.library') is not null as is_there`.execute(db)
  return rows[0]!.is_there ? db.selectFrom('library').selectAll().executeTakeFirst() : undefined
}

export interface FinishedBackup {
  folder: string
  /** What it takes on the disk, with the files that it shares with others. */
  bytes: number
}

/** Remembers a backup that missed nothing. */
export async function recordBackup(db: Database, { folder, bytes }: FinishedBackup) {
  const row = { backed_up_at: sql<Date>`now()`, backup_folder: folder, backup_bytes: bytes }
  await db.updateTable('library').set(row).execute()
}
