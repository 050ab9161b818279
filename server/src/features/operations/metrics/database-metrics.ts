import { commit, versionNumber } from '#features/library/version'
import type { Database } from '#kit/database/statements'
import type { Metrics } from '#kit/metrics/metrics'
import { type DatabaseFigures, databaseFigures } from './database-figures.sql.ts'

/** Milliseconds for which the figures of the database are good, however often Prometheus asks. */
const MAX_AGE_MS = 10_000

/** Offers what the database knows. Every process offers the same, so queries take the maximum and not the sum. */
export function describeDatabase(metrics: Metrics, db: Database) {
  const figures = cachedFigures(db)
  const offer = (name: string, help: string, pick: (figures: DatabaseFigures) => ReturnType<typeof plain>) =>
    metrics.offer({ name, help, read: async () => pick(await figures()) })

  offer('vitrine_jobs', 'Jobs in the queue by task and state (failed: given up after ten attempts).', ({ jobs }) =>
    jobs.map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
  )
  offer('vitrine_job_oldest_ready_seconds', 'Seconds for which the oldest job that may run has waited.', ({ jobs }) =>
    plain(Math.max(0, ...jobs.flatMap(({ state, waiting_seconds }) => (state === 'ready' ? waiting_seconds : [])))),
  )
  offer('vitrine_images', 'Images by state, without those in the trash.', ({ images }) =>
    images.map(({ status, count }) => ({ labels: { status }, value: count })),
  )
  offer(
    'vitrine_index_queue_length',
    'Changes of images that the posting lists of the search do not hold yet; searches read them one by one.',
    ({ queued }) => plain(queued),
  )
  offer('vitrine_database_size_bytes', 'Bytes of the database, indexes included.', ({ byte_size }) => plain(byte_size))
  offer('vitrine_database_connections', 'Connections to the database from everywhere, by state.', ({ connections }) =>
    connections.map(({ state, count }) => ({ labels: { state }, value: count })),
  )
  offer('vitrine_database_max_connections', 'Connections that PostgreSQL allows.', ({ max_connections }) =>
    plain(max_connections),
  )
  offer('vitrine_cdn_failing', '1 while Cloudflare Images refuses or does not answer.', ({ is_cdn_failing }) =>
    plain(Number(is_cdn_failing)),
  )
  offer(
    'vitrine_backup_last_success_timestamp_seconds',
    'When the last backup ended that missed nothing, in seconds since 1970; 0 where there was none.',
    ({ backed_up_at }) => plain(backed_up_at ?? 0),
  )
}

export function describeVersion(metrics: Metrics) {
  metrics.offer({
    name: 'vitrine_build_info',
    help: 'The version and commit that this process runs; the value is always 1.',
    read: async () => [{ labels: { version: versionNumber, commit }, value: 1 }],
  })
}

const plain = (value: number) => [{ labels: {}, value }]

/** One statement for all that read at the same time. */
function cachedFigures(db: Database): () => Promise<DatabaseFigures> {
  let figures: Promise<DatabaseFigures> | undefined
  let expires = 0
  return () => {
    if (!figures || performance.now() >= expires) {
      expires = performance.now() + MAX_AGE_MS
      figures = databaseFigures(db)
      figures.catch(() => {}) // told by those who wait for it
    }
    return figures
  }
}
