import { type RawBuilder, sql } from 'kysely'
import type { EndedProcesses } from '#kit/database/ended-processes'
import { allRows, type Database } from '#kit/database/statements'
import { requestContext } from '#kit/tracing/request-context'

/** The public view with payloads, which a private table has that another version may change (decision 0083). */
export const jobsWithPayloadText = `(
  select jobs.*, task_identifier as identifier, payload
  from graphile_worker.jobs join (select id, payload from graphile_worker._private_jobs) as stored using (id)
) as jobs`
export const jobsWithPayload = sql.raw(jobsWithPayloadText)

/** Waits between attempts grow exponentially (e^n seconds): the tenth and last comes after three and a half hours. */
const MAX_ATTEMPTS = 10

interface JobOptions {
  /** Only one waiting job has the same key: a later one replaces it. It may outlast an account, and names no person. */
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

/** graphile-worker waits four hours; a job that is tried once is one of each minute, whose next run follows anyway. */
export async function unlockJobsOfEndedProcesses(db: Database, endedProcesses: EndedProcesses): Promise<void> {
  const rows = await allRows<{ id: string; locked_by: string; max_attempts: number }>(db)`
    select id, locked_by, max_attempts from graphile_worker.jobs where locked_by is not null`
  const ended = await endedProcesses(rows.map(({ locked_by }) => locked_by))
  if (!ended.length) return
  const once = rows.filter(({ locked_by, max_attempts }) => max_attempts === 1 && ended.includes(locked_by))
  await db.transaction().execute(async (transaction) => {
    await sql`select graphile_worker.force_unlock_workers(${ended}::text[])`.execute(transaction)
    await sql`select graphile_worker.complete_jobs(${once.map(({ id }) => id)}::bigint[])`.execute(transaction)
  })
}

/** Deletes the jobs of mails that meet the condition, waiting or given up; those that are being sent stay. */
export async function deleteMails(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from ${jobsWithPayload}
      where starts_with(identifier, 'mail_') and locked_at is null and (${condition})
    ))`.execute(db)
}

/** Mails that were given up; the last failure has set when the next attempt would have been: hours later. */
export const deleteFailedMails = (db: Database, days: number): Promise<void> =>
  deleteMails(db, sql`attempts >= max_attempts and run_at < now() - make_interval(days => ${days}::int)`)
