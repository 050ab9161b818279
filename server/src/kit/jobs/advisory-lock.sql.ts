import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/**
 * Does the work while holding a session-level advisory lock, which PostgreSQL releases when the process dies; returns
 * false without doing it when another connection holds the lock.
 */
export function withAdvisoryLock(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as locked`.execute(
      connection,
    )
    if (!rows[0]!.locked) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
  })
}
