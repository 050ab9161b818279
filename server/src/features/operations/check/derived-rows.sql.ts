import { sql } from 'kysely'
import { isKept } from '#features/images/images.sql'
import { measuresVersion } from '#imaging/measures/measure-picture'
import { allRows, allValues, type Database } from '#kit/database/statements'
import { keyPages, rowCount } from './keys.sql.ts'

export const imageCount = (db: Database) => rowCount(db, sql`images`)
export const imageIds = (db: Database) => keyPages(db, sql`images where true`, sql`id`)

/** The images whose files this version has measured: until then, the read model holds less of them. */
export const measuredImages = (db: Database, ids: number[]) => allValues<number>(db)`
  select id from images join file using (sha256)
  where id = any(${ids}::bigint[]) and measures_version >= ${measuresVersion} order by id`

/** How images are named in findings. */
export async function imageNames(db: Database, ids: number[]): Promise<Map<number, string>> {
  const rows = await allRows<{ id: number; name: string }>(db)`
    select images.id, format('image %s (%s, of %s)', images.id, slug, username) as name
    from images join users on users.id = owner_id where images.id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Compares with what triggers write in a transaction that is undone: the database alone says what a facet is. */
export async function mismatchedFacets(db: Database, ids: number[]): Promise<number[]> {
  const transaction = await db.startTransaction().execute()
  try {
    const left = await allRows<{ id: number }>(transaction)`
      select image_id as id from image_facet join images on images.id = image_id
      where image_id = any(${ids}::bigint[]) and not ${isKept}`
    await writeFacets(transaction, ids)
    const written = await allRows<{ id: number }>(transaction)`
      select image_id as id from image_facet
      where image_id = any(${ids}::bigint[]) and xmin = pg_current_xact_id()::xid`
    return [...left, ...written].map(({ id }) => id)
  } finally {
    await transaction.rollback().execute()
  }
}

export const writeFacets = (db: Database, ids: number[]) => sql`select write_image_facets(${ids}::bigint[])`.execute(db)
