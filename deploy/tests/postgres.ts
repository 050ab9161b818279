import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'

/** PostgreSQL for one test file; nothing in it must outlive a crash. */
export async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-postgres-'))
  const postgres = await startPostgres(folder, { settings: { fsync: 'off', shared_buffers: '64MB' } })
  return {
    settings: { DATABASE_URL: postgres.url },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
