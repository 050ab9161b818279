import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Waits between attempts grow exponentially (e^n seconds): the tenth and last comes after three and a half hours. */
const MAX_ATTEMPTS = 10

interface JobOptions {
  /** Only one waiting job has the same key: a later one replaces it. */
  key?: string
  /** Delay in minutes. The first of several jobs with one key sets the time, so that a series cannot postpone it. */
  delayMinutes?: number
}

/** Adds a job in the transaction that causes it, so that it runs only if that commits. */
export async function addJob(db: Database, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { key = null, delayMinutes = 0 } = options
  await sql`
    select graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS}, job_key => ${key}::text,
      run_at => now() + make_interval(mins => ${delayMinutes}::int),
      job_key_mode => ${delayMinutes ? 'preserve_run_at' : 'replace'}
    )`.execute(db)
}
