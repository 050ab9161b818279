import { randomUUID } from 'node:crypto'
import { formerContributorName, formerContributorUsername } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ImageFile } from '#features/images/files-of-images.sql'
import { isKept } from '#features/images/images.sql'
import { mayLeave } from '#features/images/trash.sql'
import { fail } from '#kit/api-error'
import { allRows, allValues, type Database, oneValue } from '#kit/database/statements'
import { deleteMails } from '#kit/jobs/job-queue.sql'

export interface ClosingAccount {
  id: number
  /** As compared with what the person typed; left out by the operator, who closes accounts of blocked people too. */
  password_hash?: string
}

/** Locks all admins, so that one of two who leave at once remains; undefined if the account or password changed. */
export async function lockClosing(db: Database, { id, password_hash }: ClosingAccount) {
  const locked = await db
    .selectFrom('users')
    .select(['id', 'role', 'is_active', 'is_block', 'password_hash', 'closed_at'])
    .select(['username', 'email', 'new_email', 'first_name', 'last_name', 'image'])
    .where((eb) => eb.or([eb('id', '=', id), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const active = locked.filter(({ is_active, is_block }) => is_active && !is_block)
  const candidates = password_hash === undefined ? locked : active.filter((one) => one.password_hash === password_hash)
  const account = candidates.find((one) => one.id === id && !one.closed_at)
  if (!account) return undefined
  const isAdmin = ({ role }: { role: string }) => role === 'admin'
  if (isAdmin(account) && !active.some((one) => one.id !== id && isAdmin(one))) throw fail('last_admin')
  return account
}

/** An account as it was before it was closed. */
export type ClosedAccount = NonNullable<Awaited<ReturnType<typeof lockClosing>>>

/** It counts as blocked, so that all is denied that blocked people are; its username and address are free again. */
export async function emptyAccount(db: Database, id: number, password_hash: string, leaves: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({
      username: formerContributorUsername(id),
      email: `former-contributor-${id}-${randomUUID()}@closed.invalid`, // which no one can have registered
      new_email: null,
      number: '',
      password_hash,
      role: 'user',
      first_name: formerContributorName,
      last_name: '',
      image: null,
      is_active: false,
      is_block: true,
      hides_images: leaves,
      has_page: false,
      has_decision_mails: false,
      level_by_admin: null,
      closed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes what belongs to an account alone, and takes networks and browsers out of the audit log's events. */
export async function deleteTraces(db: Database, id: number): Promise<void> {
  for (const table of ['session', 'api_key'] as const) await db.deleteFrom(table).where('user_id', '=', id).execute()
  await db.deleteFrom('review_lease').where('reviewer', '=', id).execute()
  await sql`
    update decision set before = null, mailed_at = coalesce(mailed_at, now())
    where owner_id = ${id} and (before is not null or mailed_at is null)`.execute(db)
  await sql`
    update audit set address = '', user_agent = '' where coalesce(actor_id, user_id) = ${id}`.execute(db)
}

/** Does the same for accounts that were closed in the last two days, for a request of theirs that ended after that. */
export async function deleteLateTraces(db: Database): Promise<void> {
  const recent = sql`select id from users where closed_at > now() - interval '2 days'`
  await sql`
    update audit set address = '', user_agent = ''
    where actor_id in (${recent}) and (address <> '' or user_agent <> '')`.execute(db)
}

/** Finds mails by the account's id, addresses and decisions; one that is being sent goes out, one to us stays. */
export async function deleteMailsTo(db: Database, id: number, addresses: string[]): Promise<void> {
  const person = String(id)
  await deleteMails(
    db,
    sql`
      ${person} in (payload ->> 'id', payload ->> 'owner_id', payload ->> 'admin')
      or identifier <> 'mail_contact_message' and lower(payload ->> 'email') = any(${addresses}::text[])
      or identifier in ('mail_report_outcome', 'mail_counter_notice_receipt') and exists (
        select from report_decision where id = (payload ->> 'decision')::bigint and owner_id = ${id}
      )`,
  )
}

/** Locks the next images that leave with their account and are in no trash yet; those taken down stay as evidence. */
export const lockLeaving = (db: Database, owner: number, leaves: boolean, limit: number) => allValues<number>(db)`
  select id from images where owner_id = ${owner} and ${isKept} and (${leaves} or status <> 'approved')
  order by id limit ${limit} for update`

/** Locks the next images that stay after their account, those that were taken down included. */
export const lockStaying = (db: Database, owner: number, afterId: number, limit: number) =>
  allRows<ImageFile & { id: number }>(db)`
    select id, cloudflare_id, sha256 from images where owner_id = ${owner} and id > ${afterId}
    order by id limit ${limit} for update`

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

/** Closed accounts with images that are to leave: one was uploaded at the same moment, or was reported until now. */
export const unfinishedAccounts = (db: Database) => allRows<{ owner: number; leaves: boolean }>(db)`
  select id as owner, hides_images as leaves from users
  where closed_at is not null and exists (
    select from images
    where owner_id = users.id and (${isKept} and (hides_images or status <> 'approved') or ${mayLeave})
  )`

/** The time of the database's clock, as PostgreSQL's text. */
export const databaseTime = (db: Database) => oneValue<string>(db)`select clock_timestamp()::text as at`
