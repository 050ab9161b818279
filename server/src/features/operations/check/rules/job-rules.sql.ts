import { sql } from 'kysely'
import { hasEnded } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/pool'
import type { RowRule } from './row-rule.sql.ts'

const jobs = sql`
  graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id`

/** Whom a job is about, by the names that payloads have for it. */
const personOf = sql`
  coalesce(
    payload ->> 'ownerId', payload ->> 'owner_id', payload ->> 'owner',
    case when starts_with(identifier, 'mail_') then payload ->> 'id' end
  )::bigint`

const isDead = sql`attempts >= max_attempts and locked_at is null`
const isPersonGone = sql`${personOf} is not null and not exists (select from users where users.id = ${personOf})`

const deleteJob = (key: string, { backgroundDb }: { backgroundDb: Database }) =>
  sql`select graphile_worker.complete_jobs(array[${key}::bigint])`.execute(backgroundDb)

export const jobRules: RowRule[] = [
  {
    broken: sql`
      select jobs.id as key, format('The job %s (%s) is about a person who is not there.', jobs.id, identifier) as text
      from ${jobs} where ${isPersonGone}`,
    remedy: 'It is deleted.',
    repair: deleteJob,
  },
  {
    broken: sql`
      select jobs.id as key, format('The job %s (%s) was started on %s by a process that has ended.',
        jobs.id, identifier, locked_at::timestamp(0)) as text
      from ${jobs}
      where locked_at is not null and ${hasEnded(sql`locked_by`)}`,
    isGradual: true,
    remedy: 'Another one may begin it.',
    repair: (key, { backgroundDb }) =>
      sql`
        select graphile_worker.force_unlock_workers(array[locked_by])
        from graphile_worker._private_jobs where id = ${key}::bigint and locked_by is not null`.execute(backgroundDb),
  },
  {
    broken: sql`
      select jobs.id as key, format('The job %s (%s) has failed %s times, the last time with: %s', jobs.id, identifier,
        attempts, coalesce(left(split_part(last_error, e'\n', 1), 200), 'no error')) as text
      from ${jobs} where ${isDead} and not (${isPersonGone}) and max_attempts > 1`,
    remedy: 'It is tried again.',
    repair: (key, { backgroundDb }) =>
      sql`select graphile_worker.reschedule_jobs(array[${key}::bigint], run_at => now(), attempts => 0)`.execute(
        backgroundDb,
      ),
  },
  {
    broken: sql`
      select min(jobs.id) as key, format('The scheduled job %s has failed %s times, the last time with: %s', identifier,
        count(*), coalesce(left(split_part(max(last_error), e'\n', 1), 200), 'no error')) as text
      from ${jobs} where ${isDead} and max_attempts = 1 group by identifier`,
    remedy: 'These records are deleted, since it runs again every minute.',
    repair: (key, { backgroundDb }) =>
      sql`
        select graphile_worker.complete_jobs(array(
          select id from graphile_worker._private_jobs
          where attempts >= max_attempts and max_attempts = 1 and locked_at is null
            and task_id = (select task_id from graphile_worker._private_jobs where id = ${key}::bigint)
        ))`.execute(backgroundDb),
  },
  {
    broken: sql`
      select min(jobs.id) as key,
        format('%s jobs (%s) have been due since %s.', count(*), identifier, min(run_at)::date) as text
      from ${jobs} where run_at < now() - interval '1 day' and attempts < max_attempts and locked_at is null
      group by identifier`,
    remedy: 'The site does them while it runs; where it does, its log says why it does not.',
  },
]
