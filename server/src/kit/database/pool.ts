import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrateJobs } from '#kit/jobs/job-worker'
import type { Tables } from '#schema'

export type Database = Kysely<Tables>

// Counts, sums and row numbers stay below 2^53 here, so they are numbers, not the strings that pg makes of int8.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool. Its limits turn a database in trouble into quick 503s instead of a pile of waiting requests:
 * 2 s to get a connection, 5 s a statement, 2 s a lock, 10 s idle inside a transaction.
 */
export const openDatabase = (url: string, connections = 10): Database =>
  createDatabase({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    query_timeout: 7_000, // a host that is gone answers no statement_timeout
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'vitrine',
  })

/**
 * Opens a pool on a hot standby. It gives up sooner, since the primary can be asked then; and a standby does not replay
 * changes while they wait for a statement that still reads what they remove.
 */
export const openReplica = (url: string, connections: number): Database =>
  createDatabase({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 1_000,
    statement_timeout: 2_000,
    query_timeout: 3_000,
    application_name: 'vitrine replica',
  })

/** Opens a pool for work behind the pages, for which nobody waits: few connections, and time as long as it takes. */
export const openBackgroundDatabase = (url: string): Database =>
  createDatabase({ connectionString: url, max: 3, connectionTimeoutMillis: 5_000, application_name: 'vitrine behind' })

function createDatabase(settings: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    ...settings,
    keepAlive: true,
    // A fifth of shared trigrams makes two words alike. No statement here runs so long that compiling it would pay, and
    // some look costlier than they are.
    options: '-c pg_trgm.similarity_threshold=0.2 -c jit=off',
    Client: NamedStatementClient as typeof pg.Client,
  })
  // The server closes idle connections when it restarts; the pool opens new ones. Without a listener that ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Begins a statement that each connection reads once, and that it plans for all parameters alike after the first five
 * times, unless knowing them looks cheaper: planning takes longer than running it does. Only where the best path does not depend on
 * what is asked, and where each column is named: a migration that adds one would break a `*` on every open connection.
 */
export const namedStatement = sql.raw('/* prepared */')

/** Kysely has no names for statements. */
class NamedStatementClient extends pg.Client {
  override query(text: unknown, ...more: unknown[]) {
    // Kysely's builders put it behind their first word.
    const name =
      typeof text === 'string' && text.slice(0, 30).includes('/* prepared */') ? statementName(text) : undefined
    const query = name ? { name, text, values: more[0] } : text
    return super.query(query as string, ...((name ? more.slice(1) : more) as [])) as never
  }
}

/** By their texts, of which there are few: processes that share connections never take one statement for another. */
const statementNames = new Map<string, string>()

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  statementNames.set(text, name)
  return name
}

/** The major version of the server, for one connection; rejects within 5 s when nobody answers or we are not let in. */
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

/**
 * Runs the migrations that this database has not seen, on a connection without time limits: an index over millions of
 * images takes minutes, and processes that start together wait for the one that is first.
 */
export async function migrate(url: string): Promise<string[]> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  })
  try {
    const { error, results } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
    if (error) throw error
    await migrateJobs(url)
    return (results ?? []).map((one) => one.migrationName)
  } finally {
    await db.destroy()
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const folder = join(import.meta.dirname, '../../../migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const loaded = names.map(async (name) => [name.slice(0, -3), await import(join(folder, name))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

/** PostgreSQL's word for "this unique thing exists already", and which one. */
export function violatedUniqueConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? null) : null
}

/** The database is gone, starting, full, too slow or gave way to somebody else: try later, the request is not wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|57014|53|08|55P03|40001|40P01|25P03)/.test(
      code,
    ) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(error.message)
  )
}

/** Text that PostgreSQL cannot hold (NUL), where nothing before it has looked. */
export function isInvalidText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05')
}
