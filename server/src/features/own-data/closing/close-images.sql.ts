import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImageFile } from '#features/images/image-files.sql'
import { isListed } from '#features/images/images.sql'
import { mayLeave } from '#features/images/trash.sql'
import type { Database } from '#kit/database/pool'

/** Locks the next images that leave with their account and are in no trash yet; those taken down stay as evidence. */
export async function lockLeaving(db: Database, owner: number, leaves: boolean, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('owner_id', '=', owner)
    .where(isListed)
    .$if(!leaves, (query) => query.where('status', '<>', 'approved'))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export interface StayingImage extends ImageFile {
  id: number
}

/** Locks the next images that stay after their account, those that were taken down included. */
export function lockStaying(db: Database, owner: number, afterId: number, limit: number): Promise<StayingImage[]> {
  return db
    .selectFrom('images')
    .select(['id', 'cloudflare_id', 'sha256'])
    .where('owner_id', '=', owner)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** A text as its words, so that a name is found as a whole and not within another word. */
const wordsOf = (text: RawBuilder<unknown>) =>
  sql`(' ' || regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g') || ' ')`

/** Takes credits that name a person out of images, and what their files were called on the computer of their owner. */
export async function removeNames(db: Database, ids: number[], names: string[]): Promise<void> {
  const isNamed = (credit: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from unnest(${names}::text[]) as name where strpos(${wordsOf(credit)}, ${wordsOf(sql`name`)}) > 0)`
  await sql`
    update images set file_name = slug || '.png', credit = case when ${isNamed(sql`credit`)} then '' else credit end
    where id = any(${ids}::bigint[])`.execute(db)
  // In a statement of its own: a trigger keeps the credit that the first one changes.
  await sql`
    update images set former_licences = (
      select jsonb_agg(case when ${isNamed(sql`former ->> 'credit'`)} then former || '{"credit": ""}' else former end)
      from jsonb_array_elements(former_licences) as former
    )
    where id = any(${ids}::bigint[]) and former_licences <> '[]'`.execute(db)
}

/**
 * Closed accounts that have images left which are to leave, such as one that was uploaded at the same moment, or one
 * whose reports were open until now.
 */
export async function unfinishedAccounts(db: Database): Promise<{ owner: number; leaves: boolean }[]> {
  const { rows } = await sql<{ owner: number; leaves: boolean }>`
    select id as owner, hides_images as leaves from users
    where closed_at is not null and exists (
      select from images
      where owner_id = users.id and (${isListed} and (hides_images or status <> 'approved') or ${mayLeave})
    )`.execute(db)
  return rows
}

/** The time of the database's clock, as PostgreSQL's text. */
export async function databaseTime(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)
  return rows[0]!.at
}
