import { randomUUID } from 'node:crypto'
import { formerContributorName, formerContributorUsername } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { sql } from 'kysely'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { deleteMails } from '#kit/jobs/mail-jobs.sql'

export interface ClosingAccount {
  id: number
  /** As compared with what the person typed; left out by the operator, who closes accounts of blocked people too. */
  password_hash?: string
}

/** An account as it was before it was closed. */
export interface ClosedAccount {
  username: string
  email: string
  new_email: string | null
  first_name: string
  last_name: string
  /** The name of the avatar. */
  image: string | null
}

/**
 * Locks the account and all admins until the transaction ends, so that one of two admins who close theirs at the same
 * moment remains. Undefined where the account is closed, and for the person themselves where the password
 * was changed or the account blocked meanwhile.
 */
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

/**
 * Takes everything personal out of the account. It counts as blocked, so that whatever is denied to blocked people is
 * denied to it; nothing remains by which a username or an address could be refused to someone who registers with it
 * later.
 */
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
  await db
    .updateTable('audit')
    .set({ address: '', user_agent: '' })
    .where((eb) => eb.or([eb('actor_id', '=', id), eb.and([eb('actor_id', 'is', null), eb('user_id', '=', id)])]))
    .execute()
}

/** Does the same for accounts that were closed in the last two days, for a request of theirs that ended after that. */
export async function deleteLateTraces(db: Database): Promise<void> {
  const recent = sql`select id from users where closed_at > now() - interval '2 days'`
  await sql`
    update audit set address = '', user_agent = ''
    where actor_id in (${recent}) and (address <> '' or user_agent <> '')`.execute(db)
}

/**
 * Deletes mails to a person, by what their jobs know of them: the number or the addresses of the account, or what the
 * mail tells its contributor of. Those that are being sent are, and what was written to us stays.
 */
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
