import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The waits between tries grow (e^n seconds), so the tenth and last comes after three and a half hours. */
const tries = 10

/**
 * Adds a job to the transaction that causes it: it is done when that commits, and never when it does not. Of waiting jobs
 * with the same `key` only the last stays.
 */
export async function addJob(db: Database, task: string, payload: object, key: string | null = null): Promise<void> {
  const json = JSON.stringify(payload)
  await sql`
    select graphile_worker.add_job(${task}, payload => ${json}::json, max_attempts => ${tries}, job_key => ${key}::text)
  `.execute(db)
}
