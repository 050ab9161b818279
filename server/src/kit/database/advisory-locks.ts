import { type RawBuilder, sql } from 'kysely'
import { oneValue } from '#kit/database/statements'
import type { Database } from './statements.ts'

/** Takes the advisory lock of this name until the transaction ends; waits while another transaction holds it. */
export async function lock(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction)
}

/** The same without waiting: false when another transaction holds it. */
export const tryLock = (transaction: Database, name: string): Promise<boolean> =>
  isLocked(transaction, sql`pg_try_advisory_xact_lock(hashtext(${name}))`)

/** The same for one of many holders: false when a transaction or session holds it alone. */
export const tryLockShared = (transaction: Database, name: string): Promise<boolean> =>
  isLocked(transaction, sql`pg_try_advisory_xact_lock_shared(hashtext(${name}))`)

const isLocked = (db: Database, attempt: RawBuilder<unknown>) => oneValue<boolean>(db)`select ${attempt} as is_locked`

// What takes longer than a transaction may holds its lock on a connection of its own: PostgreSQL releases it when the
// process ends, however it ends.

/** Does the work while holding the lock; waits while another connection holds it. */
export const whileLocked = <T>(db: Database, name: string, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`.execute(connection)
    return workAndUnlock(connection, name, work)
  })

/** The same without waiting: false, without doing it, when another connection holds the lock. */
export const unlessLocked = (db: Database, name: string, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    if (!(await isLocked(connection, sql`pg_try_advisory_lock(hashtext(${name}))`))) return false
    await workAndUnlock(connection, name, work)
    return true
  })

async function workAndUnlock<T>(connection: Database, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
  }
}
