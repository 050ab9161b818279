import type { Caller } from '@vitrine/contract/caller'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { type SqlBool, sql } from 'kysely'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { isAsVerified, isNamed, type VerifiedUser } from '#features/accounts/users/users.sql'
import type { Database } from '#kit/database/pool'
import { oneValue } from '#kit/database/statements'

/** Expiry by the database's clock, so that processes need not agree on the time. */
const isLive = sql<SqlBool>`
  session.ended_at is null
  and session.created_at > now() - make_interval(days => ${sql.lit(accountLimits.sessionDays)})
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
export function callerBySession(db: Database, session: string): Promise<Caller | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(callerColumns)
    .select(['users.role', 'session.id as session'])
    .select(sql<boolean>`false`.as('is_key_expired'))
    .where('session.id', '=', session)
    .where(isLive)
    .executeTakeFirst()
}

/** Whether the owner of a session, live or ended, is blocked. */
export async function isOwnerBlocked(db: Database, session: string): Promise<boolean> {
  const owner = await db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select('is_block')
    .where('session.id', '=', session)
    .executeTakeFirst()
  return owner?.is_block === true
}

/** Opens a session and returns its id; undefined when the password was changed or the user blocked meanwhile. */
export function signIn(db: Database, user: VerifiedUser, client: ClientInfo): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const session = await startSession(tx, user, client)
    if (!session) return
    await endOldestSessions(tx, user.id)
    await recordAuditEvent(tx, { what: 'signed in', by: user.id, user: user.id, client })
    return session
  })
}

/** `for share` waits for a concurrent password change or block, which then ends the sessions that exist. */
const startSession = (db: Database, user: VerifiedUser, { address, user_agent }: ClientInfo) =>
  oneValue<string | undefined>(db)`
    insert into session (user_id, address, user_agent)
    select id, ${address}, ${user_agent} from users where ${isAsVerified(user)}
    for share
    returning id`

async function endOldestSessions(db: Database, user_id: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', user_id)
        .where('ended_at', 'is', null)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .offset(accountLimits.sessionsPerUser),
    )
    .execute()
}

/** The user's sessions that have not ended or expired, the most recently used first. */
export function liveSessions(db: Database, user_id: number) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['session.id', 'session.address', 'session.user_agent', 'session.created_at', 'session.last_used_at'])
    .where('user_id', '=', user_id)
    .where(isLive)
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .limit(accountLimits.sessionsPerUser)
    .execute()
}

/** Whether the user has a session, live or ended, from this network; old sessions are deleted nightly. */
export async function isKnownNetwork(db: Database, email: string, address: string): Promise<boolean> {
  const session = await db
    .selectFrom('users')
    .innerJoin('session', 'session.user_id', 'users.id')
    .select('session.id')
    .where(isNamed('email', email))
    .where('session.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** Records that the session was used, which postpones its expiry. */
export async function touchSession(db: Database, session: string) {
  await db.updateTable('session').set({ last_used_at: sql`now()` }).where('id', '=', session).execute()
}

/** Ends one open session of a user; false where they have no such one. It is kept for `isKnownNetwork`. */
export async function endSession(db: Database, session: string, user_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('id', '=', session)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends all sessions of a user but one, on every process at once, and returns their number. */
export async function endUserSessions(
  db: Database,
  user_id: number,
  exceptSession: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where(sql`id`, 'is distinct from', sql`${exceptSession}::uuid`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes sessions that expired long ago, and with them the known networks that they stand for; a nightly job. */
export async function deleteOldSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('session')
    .where('last_used_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(accountLimits.sessionDays)})`)
    .execute()
}
