import { sql } from 'kysely'
import { isKept } from '#features/images/images.sql'
import { measuresVersion } from '#imaging/measures/measure-picture'
import type { Database } from '#kit/database/pool'
import { keyPages, rowCount } from './keys.sql.ts'

export const imageCount = (db: Database) => rowCount(db, sql`images`)
export const imageIds = (db: Database) => keyPages(db, sql`images where true`, sql`id`)

/** The images whose files this version has measured: until then, the read model holds less of them. */
export async function measuredImages(db: Database, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from images join file using (sha256)
    where id = any(${ids}::bigint[]) and measures_version >= ${measuresVersion} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** How images are named in findings. */
export async function imageNames(db: Database, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select images.id, format('image %s (%s, of %s)', images.id, slug, username) as name
    from images join users on users.id = owner_id where images.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * The images whose facets the triggers would have written otherwise: they are written in a transaction that
 * is undone, so that what a facet is made of is said by the database alone.
 */
export async function mismatchedFacets(db: Database, ids: number[]): Promise<number[]> {
  const transaction = await db.startTransaction().execute()
  try {
    const { rows: left } = await sql<{ id: number }>`
      select image_id as id from image_facet join images on images.id = image_id
      where image_id = any(${ids}::bigint[]) and not ${isKept}`.execute(transaction)
    await writeFacets(transaction, ids)
    const { rows: written } = await sql<{ id: number }>`
      select image_id as id from image_facet
      where image_id = any(${ids}::bigint[]) and xmin = pg_current_xact_id()::xid`.execute(transaction)
    return [...left, ...written].map(({ id }) => id)
  } finally {
    await transaction.rollback().execute()
  }
}

export const writeFacets = (db: Database, ids: number[]) => sql`select write_image_facets(${ids}::bigint[])`.execute(db)
