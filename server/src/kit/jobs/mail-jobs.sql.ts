import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Deletes the jobs of mails of which the condition is true, waiting or given up; those that are being sent are. */
export async function deleteMails(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select jobs.id
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where starts_with(identifier, 'mail_') and locked_at is null and (${condition})
    ))`.execute(db)
}

/**
 * Deletes mails that were given up so many days ago, with addresses and what the mail server answered. The last failure
 * has set when the next attempt would have been: hours later.
 */
export const deleteFailedMails = (db: Database, days: number): Promise<void> =>
  deleteMails(db, sql`attempts >= max_attempts and run_at < now() - make_interval(days => ${days}::int)`)
