import { limits } from '@vitrine/contract/limits'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database'
import type { Person } from '#kit/serve'

/** The database's clock decides what has expired, so processes need not agree on the time. */
const alive = sql<SqlBool>`
  session.ended_at is null
  and session.created_at > now() - make_interval(days => ${sql.lit(limits.sessionDays)})
  and session.last_used_at > now() - case when users.role = 'admin'
    then make_interval(hours => ${sql.lit(limits.adminIdleHours)})
    else make_interval(days => ${sql.lit(limits.sessionIdleDays)}) end`

/** Who holds this session, read at every request: that alone makes logout, blocking and role changes take effect at once. */
export function personOfSession(db: Database, session: string): Promise<Person | undefined> {
  return (
    db
      .selectFrom('session')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select(['users.id', 'users.username', 'users.role'])
      // Blocking sets both (spec section 4); either alone shuts somebody out.
      .select(sql<boolean>`users.is_block or not users.is_active`.as('is_block'))
      .where('session.id', '=', session)
      .where(alive)
      .executeTakeFirst()
  )
}

export async function startSession(db: Database, user_id: number, from: { address: string; user_agent: string }) {
  const { id } = await db
    .insertInto('session')
    .values({ user_id, ...from })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function useSession(db: Database, session: string) {
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
