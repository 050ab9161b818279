import type { Caller } from '@vitrine/contract/caller'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type SqlBool, sql } from 'kysely'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'

/** The database's clock decides what has expired, so processes need not agree on the time. */
const isLive = sql<SqlBool>`
  session.ended_at is null
  and session.created_at > now() - make_interval(days => ${sql.lit(limits.sessionDays)})
  and session.last_used_at > now() - case when users.role = 'admin'
    then make_interval(hours => ${sql.lit(limits.adminIdleHours)})
    else make_interval(days => ${sql.lit(limits.sessionIdleDays)}) end`

/** Who holds this session, read at every request: that alone makes logout, blocking and role changes take effect at once. */
export function personBySession(db: Database, session: string): Promise<Caller | undefined> {
  return (
    db
      .selectFrom('session')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select(['users.id', 'users.username', 'users.role', 'session.id as session'])
      // Blocking sets both (requirements: #blocking); either alone shuts somebody out.
      .select(sql<boolean>`users.is_block or not users.is_active`.as('is_block'))
      .where('session.id', '=', session)
      .where(isLive)
      .executeTakeFirst()
  )
}

/** A user as he was read when his password was compared. */
interface VerifiedUser {
  id: number
  password_hash: string
}

/** Opens a session and answers its id; undefined when the password is not that one any more or he is blocked meanwhile. */
export function signIn(db: Database, user: VerifiedUser, from: ClientInfo): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const session = await startSession(tx, user, from)
    if (!session) return
    await endOldestSessions(tx, user.id)
    await recordAuditEvent(tx, { what: 'signed in', by: user.id, user: user.id, client: from })
    return session
  })
}

/** `for share` waits for whoever is changing the password or blocking, and who then ends the sessions that he finds. */
async function startSession(db: Database, { id, password_hash }: VerifiedUser, { address, user_agent }: ClientInfo) {
  const { rows } = await sql<{ id: string }>`
    insert into session (user_id, address, user_agent)
    select id, ${address}, ${user_agent} from users
    where id = ${id} and password_hash = ${password_hash} and is_active and not is_block
    for share
    returning id`.execute(db)
  return rows[0]?.id
}

/** The person's oldest sessions make room for the newest. */
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
        .offset(limits.sessionsPerUser),
    )
    .execute()
}

/** Sessions that would still let their owner in, the latest first. */
export function liveSessions(db: Database, user_id: number) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['session.id', 'session.address', 'session.user_agent', 'session.created_at', 'session.last_used_at'])
    .where('user_id', '=', user_id)
    .where(isLive)
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .limit(limits.sessionsPerUser)
    .execute()
}

/** Whether this person has signed in from there within the days that a session is remembered. */
export async function isKnownNetwork(db: Database, email: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('session', 'session.user_id', 'users.id')
    .select('session.id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', sql<string>`lower(${email})`))
    .where('session.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function touchSession(db: Database, session: string) {
  await db.updateTable('session').set({ last_used_at: sql`now()` }).where('id', '=', session).execute()
}

export async function endSession(db: Database, session: string) {
  await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of a user, on every process at once, except `kept`. Answers how many there were. */
export async function endUserSessions(db: Database, user_id: number, kept: string | null = null): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where(sql`id`, 'is distinct from', sql`${kept}::uuid`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Done nightly. What is older lets nobody in and is no known network any more. */
export async function deleteOldSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('session')
    .where('last_used_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(limits.sessionDays)})`)
    .execute()
}
