import { type Insertable, type Selectable, sql } from 'kysely'
import type { PerceptualRow } from '#imaging/measures/similarity/perceptual-row'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'
import { savePerceptualRow } from './perceptual-rows.sql.ts'

export type NewFile = Insertable<Tables['file']>
export type StoredFile = Selectable<Tables['file']>

/**
 * Stores what was measured of a file in a transaction; what is newer replaces what is there. The perceptual row is null
 * when no pixel is visible.
 */
export async function saveFile(db: Database, { sha256, ...facts }: NewFile, perceptualRow: PerceptualRow | null) {
  const file = await db
    .insertInto('file')
    .values({ sha256, ...facts })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(facts))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (perceptualRow) await savePerceptualRow(db, sha256, perceptualRow)
  return file
}

/** Whether an image has these bytes, or had them until an hour ago: what is known of them leaves with the files. */
export async function isFileKnown(db: Database, sha256: string): Promise<boolean> {
  const file = await db.selectFrom('file').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  return file !== undefined
}

/** Whether an image has the bytes of a row of this table, or is to get them by its edit. */
export const isUsedFile = (table: 'file' | 'unowned_file') => {
  const sha256 = sql.ref(`${table}.sha256`)
  return sql<boolean>`(
    exists (select from images where images.sha256 = ${sha256})
    or exists (select from images where edit_sha256 = ${sha256})
  )`
}

/** Deletes what is known of bytes that no image has. An image that is inserted at the same time keeps it (23503). */
export async function deleteUnusedFile(db: Database, sha256: string): Promise<void> {
  await sql`delete from file where sha256 = ${sha256} and not ${isUsedFile('file')}`.execute(db)
}
