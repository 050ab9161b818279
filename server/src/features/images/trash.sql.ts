import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import { deleteUnusedFile, isUsedFile } from '#features/files/files.sql'
import { fail } from '#kit/api-error'
import { hasEnded, tryLockShared } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/pool'
import { type ImageFile, isOwnTwinError, takeWaitingFiles } from './image-files.sql.ts'
import { derivativesFolder, sharedKeys } from './storage-keys.ts'

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

/** Locks these rows of the trash until the transaction ends, in the order of their ids. */
export function lockTrash(db: Database, ids: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version', 'deleted_by'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
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

/** How many images are in the trash now, with the database's time of the count. */
export async function trashSummary(db: Database, owner: number | null): Promise<{ count: number; before: string }> {
  const { rows } = await sql<{ count: number; before: string }>`
    select count(*) as count, clock_timestamp()::text as before from images
    where deleted_at is not null and (${owner}::bigint is null or owner_id = ${owner})`.execute(db)
  return rows[0]!
}

export async function trashExpiry(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select (now() - make_interval(days => ${sql.lit(limits.trashDays)}))::text as at`.execute(db)
  return rows[0]!.at
}

/**
 * Deletes up to `limit` rows of the trash permanently and records their files for removal, in one transaction. Returns
 * the number of rows deleted.
 */
export function purgeBatch(db: Database, { owner, before }: TrashScope, limit: number): Promise<number> {
  const conditions: Expression<SqlBool>[] = [sql`deleted_at < ${before}::timestamptz`]
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

/** Records files that their images no longer have, or that no longer wait beside them. */
export function enqueueImageFileRemoval(db: Database, images: ImageFile[]): Promise<void> {
  const files = images.flatMap(({ cloudflare_id, sha256 }) => [
    [derivativesFolder(cloudflare_id), null] as const,
    ...sharedKeys(sha256).map((key) => [key, sha256] as const),
  ])
  return enqueueFileRemoval(db, new Map(files))
}

/** Records files, by key, for removal an hour later at the earliest; the hash is of bytes that images may share. */
export async function enqueueFileRemoval(db: Database, files: Map<string, string | null>): Promise<void> {
  await sql`
    insert into removed_file (key, sha256)
    select * from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as file (key, sha256)
    order by key
    on conflict (key) do update set at = now()`.execute(db)
}

/**
 * Records all files of these bytes before this process stores them: without an image they leave the store when the
 * process has ended, or else an hour later (decision 0065).
 */
export async function recordStoring(db: Database, sha256: string, processName: string): Promise<void> {
  await sql`
    insert into removed_file (key, sha256, stored_by)
    select key, ${sha256}, ${processName} from unnest(${sharedKeys(sha256)}::text[]) as key
    order by key
    on conflict (key) do update set at = now(), stored_by = excluded.stored_by`.execute(db)
}

/**
 * Keeps the files of these bytes, in the transaction that gives them an image. Throws `unavailable` when some were
 * released, and so may have left the store, since a process that loses its connection counts as ended. Who stores them
 * is not compared: an upload of equal bytes, which stores the same files, writes its own process over it.
 */
export async function keepStoredFiles(transaction: Database, sha256: string): Promise<void> {
  const { rows } = await sql<{ is_whole: boolean }>`
    with recorded as (
      select key, stored_by from removed_file where sha256 = ${sha256} order by key for update
    ), deleted as (
      delete from removed_file using recorded where removed_file.key = recorded.key
    )
    select count(stored_by) = ${sharedKeys(sha256).length} as is_whole from recorded`.execute(transaction)
  if (rows[0]!.is_whole || (await useCount(transaction, sha256)) > 1) return
  throw fail('unavailable', { cause: new Error(`Files of ${sha256} were removed while they were stored.`) })
}

/** How many images have these bytes or are to get them: other uploads of the same bytes have kept the files. */
async function useCount(db: Database, sha256: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from images where sha256 = ${sha256})
      + (select count(*) from waiting_edit where sha256 = ${sha256}) as count`.execute(db)
  return rows[0]!.count
}

/** Lets the files leave that processes had recorded which have ended since. */
export async function releaseFilesOfEndedProcesses(db: Database): Promise<void> {
  await sql`
    with storing as materialized (
      select distinct stored_by from removed_file where stored_by is not null
    ), ended as materialized (
      select stored_by from storing where ${hasEnded(sql`stored_by`)}
    ), due as (
      select key from removed_file where stored_by in (select stored_by from ended)
      order by key for update skip locked
    )
    update removed_file set at = '-infinity', stored_by = null from due where removed_file.key = due.key`.execute(db)
}

const fileRemovalLock = 'file removal'

/** Does the work while no file leaves the store, in any process. */
export const withPostponedFileRemoval = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext(${fileRemovalLock}))`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${fileRemovalLock}))`.execute(connection)
    }
  })

/** Whether files may leave the store until this transaction ends, since no backup runs. */
export const canRemoveFiles = (transaction: Database) => tryLockShared(transaction, fileRemovalLock)

/**
 * Removes one file that was recorded at least an hour ago and that no image uses. Its row stays locked until the store
 * has answered, so a concurrent `recordStoring` waits. The file leaves last: a deadlock ends this transaction before
 * it, never after it. Returns its key, or null when none is due, or while a backup runs.
 */
export function removeNextFile(db: Database, remove: (key: string) => Promise<void>): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction)
    if (!(await canRemoveFiles(transaction))) return null
    const { rows } = await sql<{ key: string; sha256: string | null; is_needed: boolean }>`
      select key, sha256, ${isUsedFile('removed_file')} as is_needed
      from removed_file
      where at < now() - interval '1 hour' order by at limit 1 for update skip locked`.execute(transaction)
    const [file] = rows
    if (!file) return null
    await transaction.deleteFrom('removed_file').where('key', '=', file.key).execute()
    if (file.is_needed) return file.key
    if (file.sha256) await deleteUnusedFile(transaction, file.sha256)
    await remove(file.key)
    return file.key
  })
}

/** Schedules the file for another attempt an hour later; it may have left, although the attempt failed. */
export async function retryFileLater(db: Database, key: string): Promise<void> {
  const released = { at: sql<Date>`now()`, stored_by: null }
  await db.updateTable('removed_file').set(released).where('key', '=', key).execute()
}
