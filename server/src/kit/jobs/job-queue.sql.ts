import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** The waits between tries grow (e^n seconds), so the tenth and last comes after three and a half hours. */
const MAX_ATTEMPTS = 10

interface JobOptions {
  /** Of waiting jobs with the same key only one stays: the last one said. */
  key?: string
  /** Minutes before it is done. Of jobs with one key the first one's time stands, so that a series is told of in time. */
  delayMinutes?: number
}

/** Adds a job to the transaction that causes it: it is done when that commits, and never when it does not. */
export async function addJob(db: Database, task: string, payload: object, waiting: JobOptions = {}): Promise<void> {
  const { key = null, delayMinutes: afterMinutes = 0 } = waiting
  await sql`
    select graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS}, job_key => ${key}::text,
      run_at => now() + make_interval(mins => ${afterMinutes}::int),
      job_key_mode => ${afterMinutes ? 'preserve_run_at' : 'replace'}
    )`.execute(db)
}

/** Does this unless another connection, of whichever process, is doing it. Whoever dies at it leaves the place free. */
export function withAdvisoryLock(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as free`.execute(
      connection,
    )
    if (!rows[0]!.free) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
  })
}
