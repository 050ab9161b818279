import { sql } from 'kysely'
import type { Database } from '#kit/database/statements'

export const libraryRow = (db: Database) => db.selectFrom('library').selectAll().executeTakeFirstOrThrow()

/** Remembers a backup that missed nothing, with what it takes on the disk, the files that it shares included. */
export async function recordBackup(db: Database, { folder, bytes }: { folder: string; bytes: number }) {
  const row = { backed_up_at: sql<Date>`now()`, backup_folder: folder, backup_bytes: bytes }
  await db.updateTable('library').set(row).execute()
}
