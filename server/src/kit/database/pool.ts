import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Availability, unreportedAvailability } from '#kit/logger'
import { type Metrics, noMetrics } from '#kit/metrics/metrics'
import { noQueryLog, type QueryLog } from '#kit/tracing/slow-queries'
import type { Tables } from '#schema'
import { clientClass, type DatabaseUrl } from './database-url.ts'
import { isConnectionLost } from './pg-errors.ts'
import type { Database } from './statements.ts'

// Counts, sums and row numbers stay below 2^53 here, so int8 is read as a number instead of pg's string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface PoolOptions {
  connections?: number
  /** Shown in `pg_stat_activity`. */
  name?: string
  availability?: Availability
  metrics?: Metrics
  queryLog?: QueryLog
  /** Run-time parameters that each connection starts with, such as those of an extension. */
  sessionParameters?: Record<string, string>
}

/** So that visitors' reads and signed-in people's calls cannot starve each other; at least one each. */
export function splitConnections(total: number): { visitors: number; people: number } {
  const visitors = Math.max(1, Math.ceil(total / 2))
  return { visitors, people: Math.max(1, total - visitors) }
}

/** Opens a pool whose timeouts turn a database in trouble into quick 503s instead of a pile of waiting requests. */
export const openDatabase = (url: DatabaseUrl, options: PoolOptions = {}): Database =>
  openPool(url, options, {
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    query_timeout: 7_000, // an unreachable host cannot enforce statement_timeout
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: options.name ?? 'vitrine',
  })

/** Opens a small pool without statement timeouts for background work, for which no request waits. */
export const openBackgroundDatabase = (url: DatabaseUrl, options: PoolOptions = {}): Database =>
  openPool(
    url,
    { connections: 3, ...options },
    {
      connectionTimeoutMillis: 5_000,
      application_name: 'vitrine background',
    },
  )

/** For statements on a pool that another part opens and closes. */
export const databaseOf = (pool: pg.Pool): Database => new Kysely({ dialect: new PostgresDialect({ pool }) })

function openPool(url: DatabaseUrl, options: PoolOptions, limits: pg.PoolConfig): Database {
  const { connections = 10, sessionParameters, availability = unreportedAvailability, metrics = noMetrics } = options
  const { queryLog = noQueryLog } = options
  // No statement here runs long enough for JIT compilation to pay, and some are estimated costlier than they are.
  const parameters = Object.entries({ ...sessionParameters, jit: 'off' })
  const pool = new pg.Pool({
    ...limits,
    Client: clientClass(url),
    max: connections,
    keepAlive: true,
    options: parameters.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  })
  // A restarting server closes idle connections; an error without a listener ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const name = String(limits.application_name)
  describeConnections(metrics, name, pool)
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: reportingPool(pool, availability) }),
    log: observeQueries(metrics, queryLog, name),
  })
}

const reportingPool = (pool: pg.Pool, availability: Availability) => ({
  options: pool.options,
  async connect() {
    try {
      const client = await pool.connect()
      availability.up()
      return client
    } catch (error) {
      if (isConnectionLost(error)) availability.down(error)
      throw error
    }
  },
  end: () => pool.end(),
})

/** Offers the connections of a pool, under the name that `pg_stat_activity` shows. */
function describeConnections(metrics: Metrics, name: string, pool: pg.Pool) {
  const labels = { pool: name }
  metrics.offer(
    {
      name: 'vitrine_database_pool_connections',
      help: 'Connections of a pool to PostgreSQL, by pool and state.',
      read: () => [
        { labels: { ...labels, state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { ...labels, state: 'idle' }, value: pool.idleCount },
      ],
    },
    {
      name: 'vitrine_database_pool_limit',
      help: 'Connections that a pool may open.',
      read: () => [{ labels, value: pool.options.max }],
    },
    {
      name: 'vitrine_database_pool_waiting',
      help: 'Statements and transactions that wait for a connection of a pool.',
      read: () => [{ labels, value: pool.waitingCount }],
    },
  )
}

/** Is told of each statement when it has ended. */
function observeQueries(metrics: Metrics, log: QueryLog, pool: string): (event: LogEvent) => void {
  const help = 'Seconds of a statement, from sending it to its last row, by pool.'
  const duration = metrics.histogram('vitrine_database_query_duration_seconds', help, ['pool'])
  const failures = metrics.counter('vitrine_database_query_failures_total', 'Statements that failed.', ['pool'])
  return ({ level, query, queryDurationMillis }) => {
    log(textOf(query.sql), queryDurationMillis, pool)
    duration.observe({ pool }, queryDurationMillis / 1000)
    if (level === 'error') failures.inc({ pool })
  }
}

/** A prepared statement is handed to pg with its name (`executeNamed`). */
const textOf = (statement: string | { text: string }) => (typeof statement === 'string' ? statement : statement.text)
