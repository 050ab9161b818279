import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { enqueueImageFileRemoval, type ImageFile, isOwnTwinError, takeWaitingFiles } from './image-files.sql.ts'

/** Soft delete: the images leave every list at once; rows and files stay for 30 days. */
export async function moveToTrash(db: Database, ids: number[], deletedBy: number): Promise<void> {
  await db
    .updateTable('images')
    .set((eb) => ({
      deleted_at: sql<Date>`now()`,
      deleted_by: deletedBy,
      pub_no: null,
      previous_pub_no: eb.fn.coalesce('pub_no', 'previous_pub_no'),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Whether an image was reported and no one has decided about that: then it does not leave for good. */
const hasOpenReport = sql<SqlBool>`exists (
  select from report where report.image_id = images.id and decision_id is null)`

/** Whether an image may leave for good once it is in the trash; what was taken down is evidence. */
export const mayLeave = sql<SqlBool>`(taken_down_at is null and not ${hasOpenReport})`

/** Those of these images that have open reports. */
export async function reportedAmong(db: Database, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from images where id = any(${ids}::bigint[]) and ${hasOpenReport}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks these rows of the trash until the transaction ends, in the order of their ids. */
export function lockTrash(db: Database, ids: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version', 'deleted_by'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('taken_down_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Undeletes images, with the publish numbers that they had; hidden ones stay hidden. Returns false, and leaves the
 * transaction aborted, when the owner has uploaded the same bytes again meanwhile.
 */
export async function restoreFromTrash(db: Database, ids: number[]): Promise<boolean> {
  try {
    await db
      .updateTable('images')
      .set({
        deleted_at: null,
        deleted_by: null,
        pub_no: sql<number | null>`case when not is_hidden then previous_pub_no end`,
        previous_pub_no: sql<number | null>`case when is_hidden then previous_pub_no end`,
      })
      .where('id', 'in', ids)
      .execute()
    return true
  } catch (error) {
    if (isOwnTwinError(error)) return false
    throw error
  }
}

/** The images in the trash; `owner` null means of all users. */
const trashOf = (db: Database, owner: number | null) =>
  db
    .selectFrom('images')
    .where('deleted_at', 'is not', null)
    .where('taken_down_at', 'is', null)
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
    .orderBy('deleted_at', 'desc')
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
    where deleted_at is not null and taken_down_at is null
      and (${owner}::bigint is null or owner_id = ${owner})`.execute(db)
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
  const conditions: Expression<SqlBool>[] = [sql`deleted_at < ${before}::timestamptz and ${mayLeave}`]
  if (owner !== null) conditions.push(sql`owner_id = ${owner}`)
  return db.transaction().execute(async (transaction) => {
    const { rows: doomed } = await sql<{ id: number }>`
      select id from images where ${sql.join(conditions, sql` and `)} order by id limit ${limit} for update`.execute(
      transaction,
    )
    const ids = doomed.map(({ id }) => id)
    const waiting = await takeWaitingFiles(transaction, ids)
    const { rows } = await sql<ImageFile>`
      delete from images where id = any(${ids}::bigint[]) returning cloudflare_id, sha256`.execute(transaction)
    await enqueueImageFileRemoval(transaction, [...rows, ...waiting])
    return rows.length
  })
}
