import { type Kysely, sql } from 'kysely'

/**
 * Files are recorded before they are stored, with the process that stores them: what a killed process leaves is known.
 * Null for files that images had.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table removed_file add column stored_by text`.execute(db)
  await sql`create index removed_file_stored_by on removed_file (stored_by) where stored_by is not null`.execute(db)
}
