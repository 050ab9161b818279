import { sql } from 'kysely'
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
    sql`
      select 'public.pub_no', 'publish numbers',
        (select greatest(max(pub_no), max(previous_pub_no)) from images)::bigint`,
  ],
  sql` union all `,
)

/** What all other rules stand on: triggers, indexes, sequences and the tables of one row. */
export const databaseRules: RowRule[] = [
  {
    broken: sql`
      select format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as key,
        format('The trigger %s of the table %s is switched off, so what it counts goes wrong.', tgname, relname) as text
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'D'`,
    remedy: 'It is switched on again.',
    repair: (key, { backgroundDb }) => sql.raw(key).execute(backgroundDb),
  },
  {
    broken: sql`
      select format('reindex index concurrently %s', indexrelid::regclass) as key,
        format('The index %s is not valid, so it is not used.', relname) as text
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not (indisvalid and indisready) and not exists (
        select from pg_stat_progress_create_index where datname = current_database() and relid = indrelid
      )`,
    remedy: 'It is built again.',
    repair: (key, { backgroundDb }) => sql.raw(key).execute(backgroundDb),
  },
  {
    broken: sql`
      select name as key, format('The sequence of %s is at %s, but %s is in use, so new ones fail.', counts,
        coalesce(pg_sequence_last_value(name::regclass), 0), last) as text
      from (${sequences}) as sequence
      where last > coalesce(pg_sequence_last_value(name::regclass), 0)`,
    remedy: 'It is set to the last number in use.',
    repair: (key, { backgroundDb }) =>
      sql`
        select setval(name::regclass, last) from (${sequences}) as sequence
        where name = ${key} and last > coalesce(pg_sequence_last_value(name::regclass), 0)`.execute(backgroundDb),
  },
  {
    broken: sql`
      select 'trending' as key, 'The only row of the table trending is missing.' as text
      where not exists (select from trending)`,
    remedy: 'It is added.',
    repair: (_, { backgroundDb }) =>
      sql`insert into trending (version, pub_nos) values (0, '{}') on conflict do nothing`.execute(backgroundDb),
  },
  {
    broken: sql`
      select 'search_config' as key, 'The only row of the table search_config is missing.' as text
      where not exists (select from search_config)`,
    remedy: 'It is added.',
    repair: (_, { backgroundDb }) =>
      sql`insert into search_config default values on conflict do nothing`.execute(backgroundDb),
  },
]
