import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** How attempts have to wait: the first `free` do not, the next ones `first` seconds, doubling up to `most`. */
export interface BackoffPolicy {
  freeAttempts: number
  firstWaitSeconds: number
  maxWaitSeconds: number
  /** Seconds after the last one until all are forgotten; longer than `most`. */
  resetAfterSeconds: number
}

/**
 * Counts an attempt if its time has come, in one statement: of those that wait for the same row, each sees what the one
 * before it left. Answers whether it may be made.
 */
export async function tryConsume(
  db: Database,
  key: Buffer,
  { freeAttempts: free, firstWaitSeconds: first, maxWaitSeconds: most, resetAfterSeconds: forgets }: BackoffPolicy,
) {
  // The exponent stays below 31, whatever the count.
  const wait = (count: ReturnType<typeof sql>) => sql`
    case when ${count} < ${free}::int then '-infinity'::timestamptz
    else now() + make_interval(secs => least(${most}::int, ${first}::int * 2 ^ least(${count} - ${free}::int, 30)))
    end`
  const count = sql`case when t.forgets_at <= now() then 1 else t.count + 1 end`
  const { rows } = await sql`
    insert into throttle as t (key, count, free_at, forgets_at)
    values (${key}, 1, ${wait(sql`1`)}, now() + make_interval(secs => ${forgets}::int))
    on conflict (key) do update set
      count = ${count},
      free_at = ${wait(sql`(${count})`)},
      forgets_at = excluded.forgets_at
    where t.free_at <= now()
    returning 1`.execute(db)
  return rows.length > 0
}

/** Seconds until the next attempt may be made, at least 1. */
export async function secondsUntilAllowed(db: Database, key: Buffer): Promise<number> {
  const row = await db
    .selectFrom('throttle')
    .select(sql<number>`ceil(extract(epoch from free_at - now()))::int`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(1, row?.seconds ?? 1)
}

/** Its own wait goes with it; the waits of those before it were over when it was made. */
export async function refundAttempt(db: Database, key: Buffer): Promise<void> {
  await db
    .updateTable('throttle')
    .set({ count: sql`greatest(count - 1, 0)`, free_at: sql`'-infinity'` })
    .where('key', '=', key)
    .execute()
}

export async function resetAttempts(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', key).execute()
}

/** Done nightly: whoever is counted once leaves a row. */
export async function deleteExpiredAttempts(db: Database): Promise<void> {
  await db.deleteFrom('throttle').where('forgets_at', '<', sql<Date>`now()`).execute()
}
