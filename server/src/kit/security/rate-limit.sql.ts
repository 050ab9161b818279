import { sql } from 'kysely'
import { changedRows, type Database, oneValue } from '#kit/database/statements'

/** Exponential back-off: some attempts are free, then each waits twice as long as the one before, up to a maximum. */
export interface BackoffPolicy {
  freeAttempts: number
  firstWaitSeconds: number
  maxWaitSeconds: number
  /** Seconds after the last attempt until all are forgotten; longer than the longest wait. */
  resetAfterSeconds: number
  /** What a refusal says besides the wait. */
  advice?: string
}

/** False while the back-off lasts. One statement, so that the row's lock serialises concurrent attempts. */
export async function tryConsume(
  db: Database,
  key: Buffer,
  { freeAttempts, firstWaitSeconds, maxWaitSeconds, resetAfterSeconds }: BackoffPolicy,
) {
  // The exponent is capped at 30, so that the interval cannot overflow.
  const wait = (count: ReturnType<typeof sql>) => sql`
    case when ${count} < ${freeAttempts}::int then '-infinity'::timestamptz
    else now() + make_interval(secs => least(
      ${maxWaitSeconds}::int,
      ${firstWaitSeconds}::int * 2 ^ least(${count} - ${freeAttempts}::int, 30)
    ))
    end`
  const count = sql`case when t.expires_at <= now() then 1 else t.count + 1 end`
  const counted = await changedRows(db)`
    insert into rate_limit as t (key, count, allowed_at, expires_at)
    values (${key}, 1, ${wait(sql`1`)}, now() + make_interval(secs => ${resetAfterSeconds}::int))
    on conflict (key) do update set
      count = ${count},
      allowed_at = ${wait(sql`(${count})`)},
      expires_at = excluded.expires_at
    where t.allowed_at <= now()`
  return counted > 0
}

/** Seconds until the next attempt is allowed, at least 1. */
export async function secondsUntilAllowed(db: Database, key: Buffer): Promise<number> {
  const seconds = await oneValue<number | undefined>(db)`
    select ceil(extract(epoch from allowed_at - now()))::int from rate_limit where key = ${key}`
  return Math.max(1, seconds ?? 1)
}

/** Uncounts one attempt and its wait; the waits of earlier attempts had passed when it was made. */
export const refundAttempt = (db: Database, key: Buffer) => changedRows(db)`
  update rate_limit set count = greatest(count - 1, 0), allowed_at = '-infinity' where key = ${key}`

export const resetAttempts = (db: Database, key: Buffer) => changedRows(db)`delete from rate_limit where key = ${key}`

/** A nightly job, because every subject leaves a row. */
export async function deleteExpiredAttempts(db: Database): Promise<void> {
  await db.deleteFrom('rate_limit').where('expires_at', '<', sql<Date>`now()`).execute()
}
