import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery, type Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrateJobs } from '#kit/jobs/job-worker'
import { withConnection } from './connection.ts'
import { openBackgroundDatabase } from './pool.ts'
import { allValues, type Database, oneValue } from './statements.ts'

/** Migrations have no timeouts: an index over millions of rows takes minutes, and processes wait for the first. */
export async function migrate(url: string, folder: string, upTo?: string): Promise<string[]> {
  await using db = openBackgroundDatabase(url, { connections: 1 })
  const provider = { getMigrations: () => loadMigrations(folder) }
  const migrator = new Migrator({ db, provider })
  if (upTo) assertNotBeyond(await schemaState(db, folder), upTo)
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) throw error
  await migrateJobs(url)
  return (results ?? []).map((one) => one.migrationName)
}

/** Migrations only go forward. */
function assertNotBeyond({ names, missing, unknown }: SchemaState, upTo: string) {
  if (!names.includes(upTo)) throw new UnreachableMigration(`There is no migration ${upTo} here.`)
  const beyond = [...names, ...unknown].find((name) => name > upTo && !missing.includes(name))
  if (beyond) throw new UnreachableMigration(`The database has had the migration ${beyond} already.`)
}

export class UnreachableMigration extends Error {}

/** Each is a file of statements, which run in the one transaction of all migrations. */
async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder)
  const loaded = names.map(async (name) => {
    const statements = CompiledQuery.raw(await readFile(join(folder, `${name}.sql`), 'utf8'))
    return [name, { up: async (db: Kysely<unknown>) => void (await db.executeQuery(statements)) }] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return files.map((name) => name.slice(0, -'.sql'.length))
}

export type SchemaState = Awaited<ReturnType<typeof schemaState>>

/** How far this database is, by the migrations in a folder. */
export async function schemaState(db: Database, folder: string) {
  const names = await migrationNames(folder)
  const isEmpty = await oneValue<boolean>(db)`select to_regclass('kysely_migration') is null`
  const done = isEmpty ? [] : await allValues<string>(db)`select name from kysely_migration order by name`
  return {
    names,
    isEmpty,
    /** Those of the folder that it has not had. */
    missing: names.filter((name) => !done.includes(name)),
    /** Those that it has had, of a newer version. */
    unknown: done.filter((name) => !names.includes(name)),
    /** Whether it has had the first ones of the folder, or all of them and later ones. */
    isOrdered: done.slice(0, names.length).every((name, at) => name === names[at]),
  }
}

/** The server's major version; rejects within 5 s when it does not answer or refuses the login. */
export const serverVersion = (url: string): Promise<number> =>
  withConnection({ connectionString: url, connectionTimeoutMillis: 5_000 }, async (client) => {
    const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`)
    return Math.floor(Number(rows[0]!.number) / 10_000)
  })
