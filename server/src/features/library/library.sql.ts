import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

export const libraryRow = (db: Database) => db.selectFrom('library').selectAll().executeTakeFirstOrThrow()

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
