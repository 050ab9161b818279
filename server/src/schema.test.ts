import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '#features/library/library'
import { withConnection } from '#kit/database/connection'
import { openDatabase } from '#kit/database/pool'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { features } from './features.ts'

/** A column as `type[?][ default]`: the TypeScript type of its values, `?` where it may be null. */
type Columns = Record<string, string>

const schemaFile = join(import.meta.dirname, '../../docs/schema.sql')
const folder = join(import.meta.dirname, 'schema')
const schema = [join(import.meta.dirname, 'schema.ts'), ...readdirSync(folder).map((file) => join(folder, file))]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

const migrations = readdirSync(migrationsFolder).filter((file) => file !== 'SHA256SUMS')
const sourceOf = (migration: string) => readFileSync(join(migrationsFolder, migration), 'utf8')

let url: string
let migrated: Record<string, Columns>
beforeAll(async () => {
  // Of a copy: while someone is connected to the template, no database can be made of it.
  url = await createDatabase(templateDatabase)
  migrated = await migratedTables(url)
})

test('docs/schema.sql is what the migrations leave (SCHEMA=write writes it)', async () => {
  const text = await schemaText(url)
  if (process.env.SCHEMA === 'write') writeFileSync(schemaFile, text)
  expect(readFileSync(schemaFile, 'utf8')).toBe(text)
})

test('the schema describes every table and column of the migrated database', () => {
  expect(describedTables(schema)).toEqual(migrated)
})

test('every migration is as it was added: a database that has had it gets no change of it', () => {
  const sums = migrations.toSorted().map((file) => {
    const sha256 = createHash('sha256').update(sourceOf(file))
    return `${sha256.digest('hex')}  ${file}\n`
  })
  expect(sums.join('')).toBe(sourceOf('SHA256SUMS'))
})

test('every migration is SQL, has at most 300 lines, and a number of its own', () => {
  expect(migrations.filter((file) => !/^\d{4}(-[a-z]+)+\.sql$/.test(file))).toEqual([])
  for (const file of migrations) expect(sourceOf(file).trimEnd().split('\n').length, file).toBeLessThanOrEqual(300)
  const numbers = migrations.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('commands but these open the library at one place, and a backup alone where it lacks migrations', () => {
  const commands = features.flatMap(({ commands = {} }) => Object.entries(commands))
  const having = (key: string) => commands.flatMap(([name, command]) => (key in command ? name : [])).sort()
  expect(having('atAnySchema')).toEqual(['backup'])
  expect([having('runWith'), having('runRemotely')]).toEqual([['doctor', 'migrate', 'restore'], ['upload']])
})

async function migratedTables(url: string): Promise<Record<string, Columns>> {
  const db = openDatabase(url, { connections: 1 })
  const tables = (await db.introspection.getTables()).filter(({ schema }) => schema === 'public')
  await db.destroy()
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
          name,
          columnOf(valueTypes[dataType] ?? dataType, isNullable, hasDefaultValue || isAutoIncrementing),
        ]),
      ),
    ]),
  )
}

const columnOf = (type: string, isNullable: boolean, hasDefault: boolean) =>
  `${type}${isNullable ? '?' : ''}${hasDefault ? ' default' : ''}`

/** How pg reads each PostgreSQL type; arrays are named with an underscore. */
const valueTypes: Record<string, string> = {
  ...{ int2: 'number', int4: 'number', int8: 'number', float4: 'number' },
  ...{ text: 'string', uuid: 'string', date: 'string', tsvector: 'string', bit: 'string' },
  ...{ _int4: 'number[]', _text: 'string[]', bool: 'boolean', bytea: 'Buffer', timestamptz: 'Date', jsonb: 'JSON' },
}

/** Reads the interfaces of the schema, which hold one `name: type` a line, or `{ name: type; ... }` on one. */
function describedTables(source: string): Record<string, Columns> {
  const code = source.replaceAll(/\/\*.*?\*\//gs, '')
  const interfaces = new Map(
    [...code.matchAll(/interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name, body]) => [name, body]),
  )
  const members = (body: string, separator: RegExp) =>
    body.split(separator).flatMap((member) => {
      const [, name, type] = /^\s*(\w+): (.+?)\s*$/.exec(member) ?? []
      return name && type ? [[name, type] as const] : []
    })
  return Object.fromEntries(
    members(interfaces.get('Tables')!, /\n/).map(([table, type]) => {
      const columns = type.startsWith('{') ? members(type.slice(1, -1), /;/) : members(interfaces.get(type)!, /\n/)
      return [table, Object.fromEntries(columns.map(([name, type]) => [name, describedColumn(type)]))]
    }),
  )
}

/** `Generated` and a type of inserted values that allows `undefined` or nothing stand for a default. */
function describedColumn(type: string): string {
  const [, generated] = /^Generated<(.+)>$/.exec(type) ?? []
  const timestamp = /^(Database|Updatable)Timestamp$/.test(type)
  const [, selected, inserted] = /^ColumnType<(.+?), (.+), .+>$/.exec(type) ?? []
  const value = (generated ?? selected ?? type).split(' | ')
  const isNullable = value.includes('null')
  const hasDefault = Boolean(generated) || timestamp || /^never$|undefined/.test(inserted ?? '')
  const [first] = value.filter((part) => part !== 'null')
  return columnOf(timestamp ? 'Date' : familyOf(first!), isNullable, hasDefault)
}

/** Types of the contract that are stored as texts, and as JSON. */
const textTypes = new Set(
  (
    'ImageStatus OwnStatus ImageState Role FindingKind FindingKind[] Licence DigitalSource SourcePlace ' +
    'AiStatement AiFacet ContrastTile ReportVerb TrustLevel'
  ).split(' '),
)
const jsonTypes = new Set(['object', 'Finding[]', 'Rectangle', 'WaitingFields', 'CopyrightNotice', 'CounterNotice'])

function familyOf(type: string): string {
  if (type.startsWith("'")) return 'string'
  if (textTypes.has(type)) return type.replace(/^\w+/, 'string')
  return type.startsWith('{') || jsonTypes.has(type) ? 'JSON' : type
}

const heading = `
-- Tables, functions, indexes and triggers of a migrated database. server/src/schema.test.ts compares them with this
-- file, which SCHEMA=write has it write. What they mean is in server/migrations/ and server/src/schema/.
`

/** All that the migrations leave in a database, as statements in alphabetical order. */
const schemaText = (url: string): Promise<string> =>
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
