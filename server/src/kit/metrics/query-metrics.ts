import type { LogEvent } from 'kysely'
import type pg from 'pg'
import type { QueryLog } from '#kit/tracing/slow-queries'
import type { Metrics } from './metrics.ts'

/** Offers the connections of a pool, under the name that `pg_stat_activity` shows. */
export function describeConnections(metrics: Metrics, name: string, pool: pg.Pool) {
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
export function observeQueries(metrics: Metrics, log: QueryLog, pool: string): (event: LogEvent) => void {
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
