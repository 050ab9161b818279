import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrateJobs } from '#kit/jobs/job-worker'
import { openBackgroundDatabase } from './pool.ts'

/**
 * Runs the migrations in `folder` that this database has not had, and returns their names. The connection has no
 * timeouts: an index over millions of rows takes minutes, and processes that start together wait for the first one.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const db = openBackgroundDatabase(url, { connections: 1 })
  try {
    const provider = { getMigrations: () => loadMigrations(folder) }
    const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    await migrateJobs(url)
    return (results ?? []).map((one) => one.migrationName)
  } finally {
    await db.destroy()
  }
}

async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const loaded = names.map(async (name) => [name.slice(0, -3), await import(join(folder, name))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

/** The server's major version; rejects within 5 s when it does not answer or refuses the login. */
export async function serverVersion(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`)
    return Math.floor(Number(rows[0]!.number) / 10_000)
  } finally {
    await client.end().catch(() => {})
  }
}
