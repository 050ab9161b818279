import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../server/src/kit/database/connection.ts'
import { migrate } from '../../server/src/kit/database/migrate.ts'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { CrashSite } from '../../server/test/crash/crash-site.ts'

const migrationsFolder = join(import.meta.dirname, '../../server/migrations')
const template = 'crash_template'

/** One PostgreSQL for all operations, with a database and a folder for each. */
export async function openCrashDatabases() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-crashes-'))
  const postgres = await startPostgres(join(folder, 'postgres'), { settings: { max_connections: '200' } })
  const createDatabase = async (name: string, of: string) => {
    await withConnection({ connectionString: postgres.url }, (client) =>
      client.query(`create database ${name} template ${of}`),
    )
    return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  }
  await migrate(await createDatabase(template, 'template1'), migrationsFolder)
  let sites = 0
  return {
    /** A site on data of its own, migrated unless it is to migrate itself; it is not started. */
    async createSite(settings: Record<string, string> = {}, of = template): Promise<CrashSite> {
      const name = `crash_${++sites}`
      return new CrashSite({ DATA_DIR: join(folder, name), DATABASE_URL: await createDatabase(name, of), ...settings })
    },
    folder,
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type CrashDatabases = Awaited<ReturnType<typeof openCrashDatabases>>
