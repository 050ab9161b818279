import { withConnection } from '#kit/database/connection'

const heading = `
-- Tables, functions, indexes and triggers of a migrated database. server/src/schema.test.ts compares them with this
-- file, which SCHEMA=write has it write. What they mean is in server/migrations/ and server/src/schema/.
`

/** All that the migrations leave in a database, as statements in alphabetical order. */
export const schemaText = (url: string): Promise<string> =>
  withConnection({ connectionString: url }, async (client) => {
    const statementsOf = async (query: string) => {
      const { rows } = await client.query<{ statement: string }>(query)
      return rows.map(({ statement }) => statement)
    }
    const [tables, functions, indexes, triggers] = [
      await statementsOf(tablesQuery),
      await statementsOf(functionsQuery),
      await statementsOf(indexesQuery),
      await statementsOf(triggersQuery),
    ]
    const short = (statements: string[]) => [...new Set(statements)].map((one) => `${one.replaceAll('public.', '')};\n`)
    const parts = [...short(tables).map((one) => `${one}\n`), ...short(functions).map((one) => `${one}\n`)]
    return [heading.trimStart(), ...parts, ...short(indexes), '', ...short(triggers)]
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
  })

const ours = `relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'`

const tablesQuery = `
  select 'create' || case relpersistence when 'u' then ' unlogged' else '' end || ' table ' || relname || E' (\\n  ' ||
    array_to_string(columns || constraints, E',\\n  ') || E'\\n)' as statement
  from pg_class,
    lateral (
      select array_agg(attname || ' ' || format_type(atttypid, atttypmod) ||
        case when attnotnull then ' not null' else '' end ||
        case attidentity when 'a' then ' generated always as identity' else '' end ||
        case when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
          when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end order by attnum) as columns
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    ) as column_list,
    lateral (
      select coalesce(array_agg('constraint ' || conname || ' ' || pg_get_constraintdef(oid)
        order by contype = 'p' desc, conname), '{}') as constraints
      from pg_constraint where conrelid = pg_class.oid and contype <> 'n'
    ) as constraint_list
  where relkind = 'r' and ${ours} order by relname`

const functionsQuery = `
  select rtrim(pg_get_functiondef(pg_proc.oid), E'\\n') as statement from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by proname, pg_get_function_identity_arguments(pg_proc.oid)`

const indexesQuery = `
  select pg_get_indexdef(indexrelid) as statement from pg_index join pg_class on pg_class.oid = indrelid
  where ${ours} and not exists (select from pg_constraint where conindid = indexrelid) order by 1`

const triggersQuery = `
  select pg_get_triggerdef(pg_trigger.oid) as statement from pg_trigger join pg_class on pg_class.oid = tgrelid
  where ${ours} and not tgisinternal order by relname, tgname`
