import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { jobsWithPayload } from './job-queue.sql.ts'

/** Deletes the jobs of mails that meet the condition, waiting or given up; those that are being sent stay. */
export async function deleteMails(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from ${jobsWithPayload}
      where starts_with(identifier, 'mail_') and locked_at is null and (${condition})
    ))`.execute(db)
}

/**
 * Deletes mails that were given up this many days ago, with addresses and what the mail server answered. The last
 * failure has set when the next attempt would have been: hours later.
 */
export const deleteFailedMails = (db: Database, days: number): Promise<void> =>
  deleteMails(db, sql`attempts >= max_attempts and run_at < now() - make_interval(days => ${days}::int)`)
