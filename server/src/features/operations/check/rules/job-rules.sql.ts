import { sql } from 'kysely'
import { jobsWithPayload } from '#kit/jobs/job-queue.sql'
import type { RowRule } from './row-rule.sql.ts'

const isDead = sql`attempts >= max_attempts and locked_at is null`

/** What the site does not mend itself; it takes over the jobs of processes that have ended. */
export const jobRules: RowRule[] = [
  {
    broken: sql`
      select identifier as key, format('%s jobs (%s) have failed, the last time with: %s', count(*), identifier,
        coalesce(left(split_part(max(last_error), e'\n', 1), 200), 'no error')) as text
      from ${jobsWithPayload} where ${isDead} group by identifier`,
    remedy: 'They are tried again; those that run each minute anyway are deleted.',
    repair: (key, { backgroundDb }) =>
      sql`
        with dead as (select jobs.id, max_attempts from ${jobsWithPayload} where ${isDead} and identifier = ${key})
        select graphile_worker.complete_jobs(array(select id from dead where max_attempts = 1)),
          graphile_worker.reschedule_jobs(
            array(select id from dead where max_attempts > 1), run_at => now(), attempts => 0
          )`.execute(backgroundDb),
  },
]
