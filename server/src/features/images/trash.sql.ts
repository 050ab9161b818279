import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { enqueueImageFileRemoval, type ImageFile } from './image-files.sql.ts'

/** Whether an image was reported and no one has decided about that: then it does not leave for good. */
const hasOpenReport = sql<SqlBool>`exists (
  select from report where report.image_id = images.id and decision_id is null)`

/** Whether an image of the trash may leave for good. */
export const mayLeave = sql<SqlBool>`(state = 'trash' and not ${hasOpenReport})`

/** The ids of the images that have open reports. */
export async function reportedAmong(db: Database, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from images where id = any(${ids}::bigint[]) and ${hasOpenReport}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks these rows of the trash until the transaction ends, in the order of their ids. */
export function lockTrash(db: Database, ids: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version', 'trashed_by'])
    .where('id', 'in', ids)
    .where('state', '=', sql.lit('trash'))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The images in the trash; `owner` null means of all users. */
const trashOf = (db: Database, owner: number | null) =>
  db
    .selectFrom('images')
    .where('state', '=', sql.lit('trash'))
    .$if(owner !== null, (query) => query.where('owner_id', '=', owner))

export async function trashCount(db: Database, owner: number | null): Promise<number> {
  const { n } = await trashOf(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Ids on one page of the trash, the latest deleted first. */
export async function trashPage(db: Database, owner: number | null, page: number): Promise<number[]> {
  const rows = await trashOf(db, owner)
    .select('id')
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.managedImagesPerPage)
    .offset((page - 1) * limits.managedImagesPerPage)
    .execute()
  return rows.map(({ id }) => id)
}

/** The part of the trash to be emptied; `owner` null means of all users. */
export interface TrashScope {
  owner: number | null
  /** Deleted before this time of the database's clock, as PostgreSQL's text. */
  before: string
}

interface TrashSummary {
  /** Images that may leave, and those that stay since they have open reports. */
  count: number
  staying: number
  /** The database's time of the count. */
  before: string
}

/** What emptying the trash removes now. */
export async function trashSummary(db: Database, owner: number | null): Promise<TrashSummary> {
  const { rows } = await sql<TrashSummary>`
    select count(*) filter (where ${mayLeave}) as count, count(*) filter (where not ${mayLeave}) as staying,
      clock_timestamp()::text as before
    from images
    where state = 'trash' and (${owner}::bigint is null or owner_id = ${owner})`.execute(db)
  return rows[0]!
}

export async function trashExpiry(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select (now() - make_interval(days => ${sql.lit(limits.trashDays)}))::text as at`.execute(db)
  return rows[0]!.at
}

/**
 * Deletes up to `limit` rows of the trash permanently and records their files for removal, in one transaction; those
 * with open reports stay. Returns the number of rows deleted.
 */
export function purgeBatch(db: Database, { owner, before }: TrashScope, limit: number): Promise<number> {
  const conditions: Expression<SqlBool>[] = [sql`trashed_at < ${before}::timestamptz and ${mayLeave}`]
  if (owner !== null) conditions.push(sql`owner_id = ${owner}`)
  return db.transaction().execute(async (transaction) => {
    const { rows: doomed } = await sql<{ id: number }>`
      select id from images where ${sql.join(conditions, sql` and `)} order by id limit ${limit} for update`.execute(
      transaction,
    )
    const ids = doomed.map(({ id }) => id)
    const { rows } = await sql<ImageFile>`
      with deleted as (
        delete from images where id = any(${ids}::bigint[])
        returning cloudflare_id, sha256, edit_cloudflare_id, edit_sha256
      )
      select cloudflare_id, sha256 from deleted
      union all select edit_cloudflare_id, edit_sha256 from deleted where edit_sha256 is not null`.execute(transaction)
    await enqueueImageFileRemoval(transaction, rows)
    return ids.length
  })
}
