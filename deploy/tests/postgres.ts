import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../server/src/kit/database/connection.ts'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'

/** PostgreSQL for one test file; nothing in it must outlive a crash. */
export async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-postgres-'))
  const postgres = await startPostgres(folder, { settings: { fsync: 'off', shared_buffers: '64MB' } })
  return {
    settings: { DATABASE_URL: postgres.url },
    query: (statement: string, ...values: unknown[]) =>
      withConnection(
        { connectionString: postgres.url },
        async (client) => (await client.query(statement, values)).rows,
      ),
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
