import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './pool.ts'

/** Takes the advisory lock of this name until the transaction ends; waits while another transaction holds it. */
export async function lock(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction)
}

/** The same without waiting: false when another transaction holds it. */
export async function tryLock(transaction: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as is_locked`.execute(transaction)
  return rows[0]!.is_locked
}

/** The same for one of many holders: false when a transaction or session holds it alone. */
export async function tryLockShared(transaction: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext(${name})) as is_locked`.execute(transaction)
  return rows[0]!.is_locked
}

// A process shows that it runs by an advisory lock of its name on a connection that it keeps: PostgreSQL releases it
// when the process ends, however it ends.

/** Takes the lock for as long as the connection lives. It is shared, so that a reconnect never waits for itself. */
export async function holdProcessLock(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1))', [name])
}

/** Whether a process of this name has ended; holds its lock until the transaction ends. */
export const hasEnded = (name: RawBuilder<unknown>) => sql<boolean>`pg_try_advisory_xact_lock(hashtext(${name}))`

/** Those of these processes that have ended. */
export async function endedProcesses(db: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where ${hasEnded(sql`name`)}`.execute(db)
  return rows.map(({ name }) => name)
}
