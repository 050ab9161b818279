import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { requestContext } from '#kit/tracing/request-context'
import type { EndedProcesses } from './ended-processes.ts'

/** Waits between attempts grow exponentially (e^n seconds): the tenth and last comes after three and a half hours. */
const MAX_ATTEMPTS = 10

interface JobOptions {
  /** Only one waiting job has the same key: a later one replaces it. */
  key?: string
  /** Delay in minutes. The first of several jobs with one key sets the time, so that a series cannot postpone it. */
  delayMinutes?: number
}

/** In the payload of a job that a request caused: its id, with which the job logs. */
export interface TracedPayload {
  request_id?: string
}

/** Adds a job in the transaction that causes it, so that it runs only if that commits. */
export async function addJob(db: Database, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { key = null, delayMinutes = 0 } = options
  const request_id = requestContext()?.id
  const traced: TracedPayload = { ...payload, ...(request_id && { request_id }) }
  await sql`
    select graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(traced)}::json, max_attempts => ${MAX_ATTEMPTS}, job_key => ${key}::text,
      run_at => now() + make_interval(mins => ${delayMinutes}::int),
      job_key_mode => ${delayMinutes ? 'preserve_run_at' : 'replace'}
    )`.execute(db)
}

/**
 * Lets other processes have the jobs of those that have ended, for which graphile-worker waits four hours. A job that
 * is tried once is one of each minute: the next run follows anyway.
 */
export async function unlockJobsOfEndedProcesses(db: Database, endedProcesses: EndedProcesses): Promise<void> {
  const { rows } = await sql<{ locked_by: string }>`
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null`.execute(db)
  const ended = await endedProcesses(rows.map(({ locked_by }) => locked_by))
  if (!ended.length) return
  await sql`
    delete from graphile_worker._private_jobs where max_attempts = 1 and locked_by = any(${ended})`.execute(db)
  await sql`select graphile_worker.force_unlock_workers(${ended}::text[])`.execute(db)
}
