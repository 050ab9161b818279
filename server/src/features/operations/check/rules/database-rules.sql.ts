import { sql } from 'kysely'
import { jobsWithPayload } from '#kit/jobs/job-queue.sql'
import type { RowRule } from './row-rule.sql.ts'

/** Tables whose `id` is counted by a sequence. */
const countedTables = ['users', 'images', 'keyword', 'decision', 'audit', 'synonym', 'api_key']

const sequences = sql.join(
  [
    ...countedTables.map(
      (table) => sql`
        select pg_get_serial_sequence(${table}, 'id') as name, ${table} as counts,
          (select max(id) from ${sql.table(table)})::bigint as last`,
    ),
    sql`select 'public.pub_no', 'publish numbers', (select max(publish_no) from images)::bigint`,
  ],
  sql` union all `,
)

/** What all other rules stand on; the keys are the statements that mend it. */
export const databaseRules: RowRule[] = [
  {
    broken: sql`
      select format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as key,
        format('The trigger %s of the table %s is switched off, so what it counts goes wrong.', tgname, relname) as text
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'D'
      union all
      select format('reindex index concurrently %s', indexrelid::regclass),
        format('The index %s is not valid, so it is not used.', relname)
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not (indisvalid and indisready) and not exists (
        select from pg_stat_progress_create_index where datname = current_database() and relid = indrelid
      )
      union all
      select format('select setval(%L, greatest(%s, nextval(%1$L)))', name, last),
        format('The sequence of %s is at %s, but %s is in use, so new ones fail.', counts,
          coalesce(pg_sequence_last_value(name::regclass), 0), last)
      from (${sequences}) as sequence
      where last > coalesce(pg_sequence_last_value(name::regclass), 0)`,
    remedy: 'It is switched on, built again, or set to the last number in use.',
    repair: (key, { backgroundDb }) => sql.raw(key).execute(backgroundDb),
  },
]

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
