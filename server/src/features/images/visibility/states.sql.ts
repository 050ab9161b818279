import type { ImageStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type Selectable, sql } from 'kysely'
import { allValues, changedRows, type Database } from '#kit/database/statements'
import type { Tables } from '#schema'
import { isOwnDuplicateError } from '../files-of-images.sql.ts'

// With the edits beside it this file alone writes what is so of an image (docs/states.md). Its callers have locked the
// images, and let the read model follow.

/**
 * Publish numbers follow the upload order, so that the highest is the gallery's newest. `lockImagesWithOwners` comes
 * before, since owners' images may be hidden, and so does taking out the files of edits that end.
 */
export async function setStatus(db: Database, ids: number[], status: ImageStatus) {
  if (status !== 'approved') {
    await sql`
      update images set status = ${status}, hidden_by_block = false, edit = null, edit_at = null, updated_at = now()
      where id = any(${ids}::bigint[])`.execute(db)
    return
  }
  await sql`
    update images set
      status = 'approved', updated_at = now(), hidden_by_block = hides_images, publish_no = number
    from (
      select id, hides_images, coalesce(publish_no, nextval('pub_no')::int) as number
      from (
        select images.id, hides_images, publish_no from images join users on users.id = owner_id
        where images.id = any(${ids}) and status <> 'approved' order by created_at, images.id
      ) as approved
    ) as numbered
    where images.id = numbered.id`.execute(db)
}

export type StatusBefore = Pick<Selectable<Tables['images']>, 'status' | 'publish_no'>

/** Gives images an earlier status and number back; they are hidden as `setStatus` says. */
export const restoreStatus = (db: Database, images: (StatusBefore & { id: number })[]) => changedRows(db)`
  update images set
    status = row.status, publish_no = row.publish_no, updated_at = now(),
    hidden_by_block = row.status = 'approved' and hides_images
  from jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as row (id bigint, status text, publish_no int), users
  where images.id = row.id and users.id = owner_id`

export interface ImagesToHide {
  ownerId: number
  /** The last id of the batch before, or 0. */
  afterId: number
}

/** Approved images that are not hidden as they should; conditions are literals, as in the partial indexes. */
export async function lockImagesToHide(
  db: Database,
  { ownerId, afterId }: ImagesToHide,
  isHidden: boolean,
  limit: number,
): Promise<number[]> {
  const isDue = isHidden ? sql`status = 'approved' and not hidden_by_block` : sql`hidden_by_block`
  return allValues<number>(db)`
    select id from images where owner_id = ${ownerId} and id > ${afterId} and ${isDue}
    order by id limit ${limit} for update`
}

/** Hides these images from visitors where they are approved and their owner's are hidden, and ends that for others. */
export const syncHiddenByBlock = (db: Database, ids: number[]) => changedRows(db)`
  update images set hidden_by_block = status = 'approved' and hides_images
  from users where users.id = owner_id and images.id = any(${ids}::bigint[])`

export const setHiddenByReport = (db: Database, id: number, isHidden: boolean) =>
  changedRows(db)`update images set hidden_by_report = ${isHidden} where id = ${id}`

/** Soft delete: the images leave every list at once; rows and files stay for 30 days. */
export const moveToTrash = (db: Database, ids: number[], by: number) =>
  changedRows(db)`update images set trashed_at = now(), trashed_by = ${by} where id = any(${ids}::bigint[])`

/**
 * Takes images out of the trash; hidden ones stay hidden, and of a draft's end its contributor is told again. Returns
 * false, and leaves the transaction aborted, when the owner has uploaded the same bytes again meanwhile.
 */
export async function restoreFromTrash(db: Database, ids: number[]): Promise<boolean> {
  try {
    await changedRows(db)`
      update images set trashed_at = null, trashed_by = null, draft_ends_at = null where id = any(${ids}::bigint[])`
    return true
  } catch (error) {
    if (isOwnDuplicateError(error)) return false
    throw error
  }
}

/** Takes images out of every list at once, the trash included; their rows stay as evidence. */
export const setTakenDown = (db: Database, ids: number[]) => changedRows(db)`
  update images set taken_down_at = coalesce(taken_down_at, now()), hidden_by_report = false
  where id = any(${ids}::bigint[])`

/** Ends the take-down of an image whose file is back; where its owner has these bytes again, it goes to the trash. */
export const clearTakenDown = (db: Database, id: number) => changedRows(db)`
  update images set taken_down_at = null, trashed_at = case when exists (
      select from images as again where again.owner_id = images.owner_id and again.sha256 = images.sha256
        and again.id <> images.id and again.state not in ('trash', 'taken_down')
    ) then coalesce(trashed_at, now()) else trashed_at end
  where id = ${id}`

// Of drafts.

/** Submits these drafts in this order, which lists and the review then have. */
export const submitDrafts = (db: Database, ids: number[], rights_version: number) => changedRows(db)`
  update images set status = 'pending', draft_ends_at = null, rights_version = ${rights_version}, rights_at = now(),
    created_at = now() + place * interval '1 microsecond', updated_at = now()
  from unnest(${ids}::bigint[]) with ordinality as submitted (submitted_id, place)
  where id = submitted_id`

/** Whether a draft leaves soon, and its contributor was not told yet. */
const isToBeTold = sql`(state = 'draft' and draft_ends_at is null
  and created_at < now() - make_interval(days => ${sql.lit(limits.draftDays - limits.draftNoticeDays)}))`

export const ownersToTell = (db: Database) => allValues<number>(db)`
  select distinct owner_id from images where ${isToBeTold}`

export const draftsToTellOf = (db: Database, owner: number) => allValues<number>(db)`
  select id from images where ${isToBeTold} and owner_id = ${owner} order by id`

/** Called after the mail server accepted the mail, so that no draft leaves without one. */
export const setDraftsEnd = (db: Database, ids: number[], end: Date) => changedRows(db)`
  update images set draft_ends_at = ${end} where id = any(${ids}::bigint[]) and status = 'draft'`
