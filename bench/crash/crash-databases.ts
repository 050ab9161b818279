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
  let databases = 0
  const createDatabase = async (of = 'template1') => {
    const name = `crash_${++databases}`
    await run(postgres.url, `create database ${name} template ${of}`)
    return urlOf(postgres.url, name)
  }
  await run(postgres.url, `create database ${template}`)
  await migrate(urlOf(postgres.url, template), migrationsFolder)
  return {
    createDatabase,
    /** A site on data of its own; it is not started. */
    async createSite(settings: Record<string, string> = {}): Promise<CrashSite> {
      const dataFolder = join(folder, `data-${databases + 1}`)
      return new CrashSite({ DATA_DIR: dataFolder, DATABASE_URL: await createDatabase(template), ...settings })
    },
    folder,
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type CrashDatabases = Awaited<ReturnType<typeof openCrashDatabases>>

const run = (connectionString: string, statement: string) =>
  withConnection({ connectionString }, (client) => client.query(statement))

function urlOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
