import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { createDatabase } from './databases.ts'

export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** Creates an empty database with the migrations up to this one and returns its URL. */
export async function createDatabaseAt(migration: string): Promise<string> {
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo(migration)
  await db.destroy()
  if (error) throw error
  return url
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.ts')).sort()
  const loaded = files.map(async (file) => [file.slice(0, -3), await import(join(migrationsFolder, file))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
