import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/pool'

/** Out of every list at once; the row and the files stay for 30 days. */
export async function moveToTrash(db: Database, ids: number[], by: number): Promise<void> {
  await db
    .updateTable('images')
    .set((eb) => ({
      deleted_at: sql<Date>`now()`,
      deleted_by: by,
      pub_no: null,
      former_pub_no: eb.ref('pub_no'),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Rows in the trash that nobody else changes until the transaction ends, in the order of their ids. */
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
 * As they were before, also in their place in the gallery. Answers false when its contributor has uploaded the same bytes
 * again meanwhile; the transaction is lost then.
 */
export async function restoreFromTrash(db: Database, ids: number[]): Promise<boolean> {
  try {
    await db
      .updateTable('images')
      .set((eb) => ({ deleted_at: null, deleted_by: null, pub_no: eb.ref('former_pub_no'), former_pub_no: null }))
      .where('id', 'in', ids)
      .execute()
    return true
  } catch (error) {
    if (violatedUniqueConstraint(error) === 'images_bytes') return false
    throw error
  }
}

export async function trashCount(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** One page of the trash, the latest deleted first. */
export async function trashPage(db: Database, page: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.managedImagesPerPage)
    .offset((page - 1) * limits.managedImagesPerPage)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whose trash; `owner` null is everybody's. Times are the database's. */
export interface TrashScope {
  owner: number | null
  /** Only what was deleted before this, as PostgreSQL writes a time. */
  before: string
}

/** How much lies in this trash, and the time until which it was deleted. */
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

/** A file in the store that goes with an image; `shared` where other images of the same bytes need it as well. */
export interface StoredFile {
  key: string
  isShared: boolean
}

/** What an image that is gone leaves behind. */
export interface PurgedImage {
  cloudflare_id: string
  sha256: string
}

/**
 * Removes some rows from the trash for good, and writes down in the same transaction which files go after them. Answers
 * how many there were; none when nothing was left.
 */
export function purgeBatch(
  db: Database,
  { owner, before }: TrashScope,
  most: number,
  filesOf: (gone: PurgedImage) => StoredFile[],
): Promise<number> {
  const conditions: Expression<SqlBool>[] = [sql`deleted_at < ${before}::timestamptz`]
  if (owner !== null) conditions.push(sql`owner_id = ${owner}`)
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<PurgedImage>`
      delete from images where id in (
        select id from images where ${sql.join(conditions, sql` and `)} order by id limit ${most} for update
      )
      returning cloudflare_id, sha256`.execute(transaction)
    const files = rows.flatMap((row) =>
      filesOf(row).map(({ key, isShared: shared }) => [key, shared ? row.sha256 : null] as const),
    )
    const byKey = new Map(files)
    await sql`
      insert into removed_file (key, sha256)
      select * from unnest(${[...byKey.keys()]}::text[], ${[...byKey.values()]}::text[]) as gone (key, sha256)
      order by key
      on conflict (key) do update set at = now()`.execute(transaction)
    return rows.length
  })
}

/** To be said before files are stored: if these bytes are about to be removed, they are not for the next hour. */
export async function deferFileRemoval(db: Database, sha256: string): Promise<void> {
  await db.updateTable('removed_file').set({ at: sql<Date>`now()` }).where('sha256', '=', sha256).execute()
}

/**
 * Takes one file that no image has needed for an hour and removes it by `remove`, while nobody can say `keepFiles` of it:
 * however long the store takes, the row stays locked. Answers its key, null when there is none left.
 */
export function removeNextFile(db: Database, remove: (key: string) => Promise<void>): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction)
    const { rows } = await sql<{ key: string; needed: boolean }>`
      select key, exists (select from images where images.sha256 = removed_file.sha256) as needed from removed_file
      where at < now() - interval '1 hour' order by at limit 1 for update skip locked`.execute(transaction)
    const [gone] = rows
    if (!gone) return null
    if (!gone.needed) await remove(gone.key)
    await transaction.deleteFrom('removed_file').where('key', '=', gone.key).execute()
    return gone.key
  })
}

/** Tried again an hour later, after all the others. */
export async function retryFileLater(db: Database, key: string): Promise<void> {
  await db.updateTable('removed_file').set({ at: sql<Date>`now()` }).where('key', '=', key).execute()
}
