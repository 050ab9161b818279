import { sql } from 'kysely'
import type { ImageFile } from '#features/images/image-files.sql'
import type { Database } from '#kit/database/pool'

interface LockedTwin extends ImageFile {
  id: number
  is_kept_down: boolean
}

/** The number of the decision that keeps an image down: its last one, of those that were not undone. */
export const lastTakeDown = sql<number | null>`(
  select id from report_decision
  where image_id = images.id and outcome = 'taken_down' and undone_at is null and at >= taken_down_at
  order by id desc limit 1)`

/** Whether a decision keeps an image down; one that is on its way back is none. */
const keptDown = sql<boolean>`(taken_down_at is not null and ${lastTakeDown} is not null and not exists (
  select from objection where decision_id = ${lastTakeDown} and objection.outcome = 'returned'))`

/**
 * Locks an image and all others of the same bytes until the transaction ends, in the order of their ids. The lock on
 * what is known of these bytes waits for uploads that are storing them, whose images are then among the twins, and lets
 * later ones wait, which then see what this transaction has decided.
 */
export async function lockTwins(db: Database, id: number): Promise<LockedTwin[]> {
  const twins = sql<LockedTwin>`
    select id, sha256, cloudflare_id, ${keptDown} as is_kept_down from images
    where sha256 = (select sha256 from images where id = ${id})
    order by id for update`
  const { rows } = await twins.execute(db)
  if (!rows.length) return rows
  await sql`select from file where sha256 = ${rows[0]!.sha256} for no key update`.execute(db)
  return (await twins.execute(db)).rows
}

/** Those of these bytes that are taken down, but that no decision keeps down any more. */
export async function imagesToReturn(db: Database, sha256: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from images
    where sha256 = ${sha256} and taken_down_at is not null and not ${keptDown}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isKeptDown(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select from images where id = ${id} and ${keptDown}`.execute(db)
  return rows.length > 0
}

/** Takes images out of every list at once, the trash included; their rows stay as evidence. */
export async function setTakenDown(db: Database, ids: number[], by: number): Promise<void> {
  await sql`
    update images set taken_down_at = now(), deleted_at = coalesce(deleted_at, now()), pub_no = null,
      deleted_by = case when deleted_at is null then ${by}::bigint else deleted_by end,
      previous_pub_no = coalesce(pub_no, previous_pub_no)
    where id = any(${ids}::bigint[]) and taken_down_at is null`.execute(db)
}

/** Ends the take-down of images whose files are back; returns those to restore, which were not in the trash before. */
export async function clearTakenDown(db: Database, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; was_listed: boolean }>`
    update images set taken_down_at = null
    from (
      select id, deleted_at = taken_down_at as was_listed from images
      where id = any(${ids}::bigint[]) and taken_down_at is not null
    ) as old
    where images.id = old.id
    returning images.id, was_listed`.execute(db)
  return rows.filter(({ was_listed }) => was_listed).map(({ id }) => id)
}

/** Images beside which one of these files waits for review. */
export async function imagesWithWaitingFile(db: Database, hashes: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('waiting_edit')
    .select('image_id')
    .where('sha256', 'in', hashes)
    .orderBy('image_id')
    .execute()
  return rows.map(({ image_id }) => image_id)
}

/** The hashes that are still blocked and that only taken-down images have. */
export async function hashesToQuarantine(db: Database, hashes: string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blocked_picture as blocked where sha256 = any(${hashes}::text[])
      and not exists (select from images where images.sha256 = blocked.sha256 and taken_down_at is null)`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

/** Whether an objection to the decision that keeps the image down is open or succeeded. */
const mayReturn = sql`exists (
  select from objection where decision_id = ${lastTakeDown} and (outcome is null or outcome = 'returned'))`

/**
 * Those of these hashes of which no image needs the file any more: their images have left, or were all taken down more
 * than so many days ago. Bytes that are not blocked are on their way back.
 */
export async function hashesWithoutNeed(db: Database, hashes: string[], days: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${hashes}::text[]) as stored (sha256)
    where not exists (
      select from images
      where images.sha256 = stored.sha256 and taken_down_at is not null and (
        taken_down_at >= now() - make_interval(days => ${days}) or ${mayReturn}
        or not exists (select from blocked_picture where blocked_picture.sha256 = stored.sha256)
      )
    )`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

/** The next images that were taken down in the last two days, in the order of their ids. */
export async function recentlyTakenDown(db: Database, afterId: number, limit: number) {
  const { rows } = await sql<ImageFile & { id: number }>`
    select id, cloudflare_id, sha256 from images
    where id > ${afterId} and taken_down_at >= now() - interval '2 days' order by id limit ${limit}`.execute(db)
  return rows
}

/** Deletes images that were taken down more than so many days ago; their pictures stay blocked. */
export async function deleteEvidence(db: Database, days: number, limit: number): Promise<ImageFile[]> {
  const { rows } = await sql<ImageFile>`
    delete from images where id in (
      select id from images where taken_down_at < now() - make_interval(days => ${days}) and not ${mayReturn}
      order by id limit ${limit}
    )
    returning cloudflare_id, sha256`.execute(db)
  return rows
}

/** What measuring a file again needs. */
export function fileOfHash(db: Database, sha256: string) {
  return db
    .selectFrom('file')
    .select(['sha256', 'byte_size', 'width', 'height'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}
