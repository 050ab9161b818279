import { sql } from 'kysely'
import type { AddedImage } from '#features/images/images.sql'
import { allRows, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'

export interface UploadUse {
  pending: number
  bytes: number
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
export const recordGoingLive = (db: Database, { id, owner_id }: Pick<AddedImage, 'id' | 'owner_id'>) => changedRows(db)`
  insert into decision (image_id, owner_id, status, is_automatic, mailed_at)
  values (${id}, ${owner_id}, 'approved', true, now())`

export const submittedImages = (db: Database, ids: number[]) => allRows<AddedImage>(db)`
  select * from images join file using (sha256) where id = any(${ids}::bigint[]) order by created_at`

/** Whether someone but this image has, or had, one of these files; drafts are compared once they are submitted. */
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

export const publishedState = (db: Database, id: number) =>
  oneRow<Pick<AddedImage, 'status' | 'pub_no'>>(db)`select status, pub_no from images where id = ${id}`

/** The file that a contributor sees: the one that waits beside their image, or else its own. */
export const fileToJudge = (db: Database, id: number) => oneRow<{ sha256: string; filename: string }>(db)`
  select coalesce(edit_sha256, sha256) as sha256, coalesce(edit_file_name, file_name) as filename
  from images where id = ${id}`
