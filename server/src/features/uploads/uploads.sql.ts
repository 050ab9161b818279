import { sql } from 'kysely'
import type { AddedImage } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { changedRows, oneRow, oneValue } from '#kit/database/statements'

export interface UploadUse {
  /** Images that wait for review. */
  pending: number
  /** Of all their originals, those in the trash included. */
  bytes: number
  /** Uploads of the last hour, those deleted since included. */
  uploads: number
  /** Seconds until some of these uploads are more than an hour old. */
  secondsToWait: number
}

export const uploadUseOf = (db: Database, owner: number) => oneRow<UploadUse>(db)`
  select
    coalesce((select count from image_count where owner_id = ${owner} and status = 'pending'), 0) as pending,
    coalesce((select bytes from storage_use where owner_id = ${owner}), 0) as bytes,
    coalesce(sum(count), 0)::int as uploads,
    coalesce(ceil(extract(epoch from min(minute) + interval '1 hour' - now())), 0)::int as "secondsToWait"
  from upload_minute where owner_id = ${owner} and minute > now() - interval '1 hour'`

/** Counts one upload within the last hour; minutes that are older leave the table. */
export const countUpload = (db: Database, owner: number) => changedRows(db)`
  with expired as (
    delete from upload_minute where owner_id = ${owner} and minute <= now() - interval '1 hour'
  )
  insert into upload_minute (owner_id, minute, count) values (${owner}, date_trunc('minute', now()), 1)
  on conflict (owner_id, minute) do update set count = upload_minute.count + 1`

/** For the history of an image; it does not count for a level, and its contributor, who knows, is not mailed. */
export async function recordGoingLive(
  db: Database,
  { id, owner_id }: Pick<AddedImage, 'id' | 'owner_id'>,
): Promise<void> {
  await db
    .insertInto('decision')
    .values({ image_id: id, owner_id, status: 'approved', is_automatic: true, mailed_at: sql`now()` })
    .execute()
}

/** Images that were just submitted, in this order. */
export function submittedImages(db: Database, ids: number[]): Promise<AddedImage[]> {
  return db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute()
}

/**
 * Whether someone but this image has one of these files, or had it. Those of drafts do not count: they are compared
 * once they are submitted.
 */
export function isAnyCompared(db: Database, { id }: Pick<AddedImage, 'id'>, hashes: string[]): Promise<boolean> {
  const hasIt = sql`(sha256 = hash or edit_sha256 = hash)`
  return oneValue<boolean>(db)`
    select exists (
      select from unnest(${hashes}::text[]) as hash
      where not exists (select from images where ${hasIt})
        or exists (select from images where ${hasIt} and status <> 'draft' and id <> ${id})
    )`
}

/** Lets no other transaction change what is counted of a person until this one ends, in the order of the triggers. */
export async function lockUse(db: Database, owner: number): Promise<void> {
  await sql`select from storage_use where owner_id = ${owner} for update`.execute(db)
  await sql`select from image_count where owner_id = ${owner} order by status for update`.execute(db)
}

export function publishedState(db: Database, id: number): Promise<Pick<AddedImage, 'status' | 'pub_no'>> {
  return db.selectFrom('images').select(['status', 'pub_no']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The file that a contributor sees: the one that waits beside their image, or else its own. */
export function fileToJudge(db: Database, id: number): Promise<{ sha256: string; filename: string }> {
  return db
    .selectFrom('images')
    .select(sql<string>`coalesce(edit_sha256, sha256)`.as('sha256'))
    .select(sql<string>`coalesce(edit_file_name, file_name)`.as('filename'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
