import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

export type NewFile = Insertable<Tables['file']>
export type StoredFile = Selectable<Tables['file']>

/** Stores what was measured of a file; what is newer replaces what is there. */
export function saveFile(db: Database, { sha256, ...facts }: NewFile) {
  return db
    .insertInto('file')
    .values({ sha256, ...facts })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(facts))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes what is known of bytes that no image has. An image that is inserted at the same time keeps it (23503). */
export async function deleteUnusedFile(db: Database, sha256: string): Promise<void> {
  await sql`
    delete from file
    where sha256 = ${sha256} and not exists (select from images where images.sha256 = file.sha256)`.execute(db)
}
