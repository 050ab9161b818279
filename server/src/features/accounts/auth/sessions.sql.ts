import type { Caller } from '@vitrine/contract/caller'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { type SqlBool, sql } from 'kysely'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { isAsVerified, isNamed, type VerifiedUser } from '#features/accounts/users/users.sql'
import { changedRows, type Database, oneValue } from '#kit/database/statements'

const sessionDays = sql`make_interval(days => ${sql.lit(accountLimits.sessionDays)})`

/** Expiry by the database's clock, so that processes need not agree on the time. */
const isLive = sql<SqlBool>`
  session.ended_at is null
  and session.created_at > now() - ${sessionDays}
  and session.last_used_at > now() - case when users.role = 'admin'
    then make_interval(hours => ${sql.lit(accountLimits.adminIdleHours)})
    else make_interval(days => ${sql.lit(accountLimits.sessionIdleDays)}) end`

/** What a caller is known by, of `users`. */
export const callerColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.terms_version',
  // Blocking sets both flags (requirements: #blocking); either one denies access.
  sql<boolean>`users.is_block or not users.is_active`.as('is_block'),
  sql<boolean>`users.role <> 'admin' and users.email_confirmed_at is null`.as('must_confirm_email'),
] as const

/** The caller of a live session, read at every request, so that logout, blocking and role changes apply at once. */
export const callerBySession = (db: Database, session: string): Promise<Caller | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(callerColumns)
    .select(['users.role', 'session.id as session'])
    .select(sql<boolean>`false`.as('is_key_expired'))
    .where('session.id', '=', session)
    .where(isLive)
    .executeTakeFirst()

export const isOwnerBlocked = (db: Database, session: string) => oneValue<boolean>(db)`
  select exists (select from session join users on users.id = user_id where session.id = ${session} and is_block)`

/** Opens a session and returns its id; undefined when the password was changed or the user blocked meanwhile. */
export const signIn = (db: Database, user: VerifiedUser, client: ClientInfo): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    const session = await startSession(tx, user, client)
    if (!session) return
    await endOldestSessions(tx, user.id)
    await recordAuditEvent(tx, { what: 'signed in', by: user.id, user: user.id, client })
    return session
  })

/** `for share` waits for a concurrent password change or block, which then ends the sessions that exist. */
const startSession = (db: Database, user: VerifiedUser, { address, user_agent }: ClientInfo) =>
  oneValue<string | undefined>(db)`
    insert into session (user_id, address, user_agent)
    select id, ${address}, ${user_agent} from users where ${isAsVerified(user)}
    for share
    returning id`

const endOldestSessions = (db: Database, user_id: number) =>
  sql`
    update session set ended_at = now()
    where id in (
      select id from session where user_id = ${user_id} and ended_at is null
      order by last_used_at desc, id offset ${accountLimits.sessionsPerUser}
    )`.execute(db)

export const liveSessions = (db: Database, user_id: number) =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['session.id', 'session.address', 'session.user_agent', 'session.created_at', 'session.last_used_at'])
    .where('user_id', '=', user_id)
    .where(isLive)
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .limit(accountLimits.sessionsPerUser)
    .execute()

/** Whether the user has a session, live or ended, from this network; old sessions are deleted nightly. */
export const isKnownNetwork = (db: Database, email: string, address: string) => oneValue<boolean>(db)`
  select exists (
    select from users join session on user_id = users.id
    where ${isNamed('email', email)} and session.address = ${address}
  )`

/** Records that the session was used, which postpones its expiry. */
export const touchSession = (db: Database, session: string) =>
  changedRows(db)`update session set last_used_at = now() where id = ${session}`

/** Ends one open session of a user; false where they have no such one. It is kept for `isKnownNetwork`. */
export const endSession = async (db: Database, session: string, user_id: number): Promise<boolean> =>
  (await changedRows(db)`
    update session set ended_at = now() where id = ${session} and user_id = ${user_id} and ended_at is null`) > 0

/** Ends all sessions of a user but one, on every process at once, and returns their number. */
export const endUserSessions = (db: Database, user_id: number, exceptSession: string | null = null) => changedRows(db)`
  update session set ended_at = now()
  where user_id = ${user_id} and ended_at is null and id is distinct from ${exceptSession}::uuid`

/** Deletes sessions that expired long ago, and with them the known networks that they stand for; a nightly job. */
export async function deleteOldSessions(db: Database): Promise<void> {
  await sql`delete from session where last_used_at < now() - ${sessionDays}`.execute(db)
}
