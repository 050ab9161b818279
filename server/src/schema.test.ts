import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/database/pool'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { schemaText } from '#test/schema-text'

/** A column as `type[?][ default]`: the TypeScript type of its values, `?` where it may be null. */
type Columns = Record<string, string>

const schemaFile = join(import.meta.dirname, '../../docs/schema.sql')
const folder = join(import.meta.dirname, 'schema')
const schema = [join(import.meta.dirname, 'schema.ts'), ...readdirSync(folder).map((file) => join(folder, file))]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

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
