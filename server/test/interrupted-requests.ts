import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '#kit/database/statements'
import type { Tables } from '#schema'

type Statements = (transaction: Database) => Promise<unknown>

/** The answer to a request that waited for what a transaction locks, and went on once that was committed. */
export async function answerAcross<T>(
  db: Database,
  request: () => PromiseLike<T>,
  { lock, change }: { lock: Statements; change?: Statements },
): Promise<T> {
  const { answer } = await db.transaction().execute(async (transaction) => {
    await lock(transaction)
    const answer = Promise.resolve(request())
    await untilWaiting(db, 1)
    await change?.(transaction)
    return { answer }
  })
  return answer
}

/** Holds everything back that reads this table. */
export const lockTable =
  (table: keyof Tables): Statements =>
  (transaction) =>
    sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)

/** Until at least `count` statements in this database wait for a lock; a job may be among them. */
export const untilWaiting = (db: Database, count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(count)
  }, 30_000)

/** Holds what a statement locks, as a long transaction of another process does, until the result is called. */
export async function holdLocks(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const release = () => client.end()
  onTestFinished(release)
  await client.query('begin')
  await client.query(statement, values)
  return release
}
