import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { sql } from 'kysely'
import type { ImageFile } from '#features/images/files-of-images.sql'
import { isKnownToOthers } from '#features/images/images.sql'
import { allRows, allValues, type Database, oneValue } from '#kit/database/statements'

interface LockedTwin extends ImageFile {
  id: number
  is_kept_down: boolean
}

/** The last decision about an image that was taken down. */
const lastVerb = sql<ReportVerb | null>`(
  select verb from report_decision where image_id = images.id order by id desc limit 1)`

/** Whether a decision keeps an image down; one that is on its way back is none. */
export const keptDown = sql<boolean>`(
  taken_down_at is not null and coalesce(${lastVerb} in ('take_down', 'keep_down'), false))`

/** Locks an image in whatever state but a draft, with all that may be taken down with it, in the order of their ids. */
export async function lockAnyImage(db: Database, id: number) {
  await sql`
    with wanted as (select sha256 from images where id = ${id})
    select from images where sha256 = (select sha256 from wanted) or edit_sha256 = (select sha256 from wanted)
    order by id for update`.execute(db)
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'title', 'state', 'hidden_by_report'])
    .where('id', '=', id)
    .where(isKnownToOthers)
    .executeTakeFirst()
}
export type LockedImage = NonNullable<Awaited<ReturnType<typeof lockAnyImage>>>

/** The file's lock waits for uploads of these bytes, so their images are read after it; later ones see the decision. */
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

/** The bytes that are taken down, but that no decision keeps down any more. */
export const imagesToReturn = (db: Database, sha256: string) => allValues<number>(db)`
  select id from images
  where sha256 = ${sha256} and taken_down_at is not null and not ${keptDown}
  order by id`

/** The images of the bytes of this one that are kept down, without those of owners who took theirs with them. */
export const imagesKeptDown = (db: Database, id: number) => allValues<number>(db)`
  select images.id from images join users on users.id = owner_id
  where sha256 = (select sha256 from images where id = ${id}) and ${keptDown}
    and not (closed_at is not null and hides_images)
  order by images.id`

export const imagesWithWaitingFile = (db: Database, hashes: string[]) =>
  allValues<number>(db)`select id from images where edit_sha256 = any(${hashes}) order by id`

export const hashesToQuarantine = (db: Database, hashes: string[]) => allValues<string>(db)`
  select sha256 from blocked_picture as blocked where sha256 = any(${hashes}::text[])
    and not exists (select from images where images.sha256 = blocked.sha256 and taken_down_at is null)`

/** Whether an image is on its way back, or a counter-notice about it is open. */
const mayReturn = sql`(not ${keptDown} or exists (
  select from counter_notice join report_decision on report_decision.id = decision_id
  where image_id = images.id and answer_id is null and withdrawn_at is null))`

export const hashesWithoutNeed = (db: Database, hashes: string[]) => allValues<string>(db)`
  select sha256 from unnest(${hashes}::text[]) as stored (sha256)
  where not exists (select from images where images.sha256 = stored.sha256 and taken_down_at is not null)`

export const recentlyTakenDown = (db: Database, afterId: number, limit: number) =>
  allRows<ImageFile & { id: number }>(db)`
    select id, cloudflare_id, sha256 from images
    where id > ${afterId} and taken_down_at >= now() - interval '2 days' order by id limit ${limit}`

/** Deletes images that were taken down more than `days` days ago; their pictures stay blocked. */
export const deleteEvidence = (db: Database, days: number, limit: number) => allRows<ImageFile>(db)`
  delete from images where id in (
    select id from images where taken_down_at < now() - make_interval(days => ${days}) and not ${mayReturn}
    order by id limit ${limit}
  )
  returning cloudflare_id, sha256`

export const hashTakenDown = (db: Database, id: number) =>
  oneValue<string | undefined>(db)`select sha256 from images where id = ${id} and taken_down_at is not null`

/** What measuring a file again needs. */
export const fileOfHash = (db: Database, sha256: string) =>
  db
    .selectFrom('file')
    .select(['sha256', 'byte_size', 'width', 'height'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
