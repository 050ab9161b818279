import { sql } from 'kysely'
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
