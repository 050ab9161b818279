import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withConnection } from '../../server/src/kit/database/connection.ts'
import { migrate } from '../../server/src/kit/database/migrate.ts'
import { CrashSite } from '../../server/test/crash/crash-site.ts'
import { wrongCounts } from '../../server/test/crash/library-check.ts'
import { type CrashDatabases, migrationsFolder } from './crash-databases.ts'
import type { CrashRow } from './crash-row.ts'

/** Rows of a library that version 0.1 filled. */
const rowsFile = join(import.meta.dirname, '../../server/test/library-0.1/rows.jsonl')

/**
 * A start on a database of version 0.1 and an empty folder, killed before each change that outlives it: all migrations
 * are one transaction, those of the job tables follow. The next start has to finish.
 */
export async function migrationCrashes(databases: CrashDatabases): Promise<CrashRow> {
  const began = performance.now()
  const older = await databases.createDatabase()
  await migrate(older, migrationsFolder, '0008-index')
  await insertRows(older)
  const problems: string[] = []
  let kills = 0
  for (;;) {
    const url = await databases.createDatabase(new URL(older).pathname.slice(1))
    const site = new CrashSite({
      DATA_DIR: join(databases.folder, `migrated-${kills}`),
      DATABASE_URL: url,
      LOG_LEVEL: 'silent',
    })
    const start = site.startProcess({ CRASH_AT: String(kills + 1) })
    const isReady = await start.then(() => site.order({ at: 'end', scope: 'all', detail: 'changes' })).catch(() => null)
    const point = await site.end()
    if (isReady) {
      await site.close()
      break
    }
    kills++
    problems.push(...(await problemsOf(site)).map((problem) => `migration, ${point}: ${problem}`))
    await site.close()
  }
  const seconds = (performance.now() - began) / 1000
  return {
    name: 'migration',
    points: kills,
    kills,
    lost: problems.length,
    wrongBytes: 0,
    leftBehind: 0,
    seconds,
    problems,
  }
}

async function problemsOf(site: CrashSite): Promise<string[]> {
  try {
    await site.startProcess()
  } catch (error) {
    return [`The next start failed: ${(error as Error).message}`]
  }
  const { rows } = await sql<{ images: number; people: number }>`
    select (select count(*) from images) as images, (select count(*) from users) as people`.execute(site.db)
  const problems = await wrongCounts(site)
  if (!rows[0]!.images || !rows[0]!.people) problems.push('Rows are lost.')
  return problems
}

const insertRows = (connectionString: string) =>
  withConnection({ connectionString }, async (client) => {
    for (const text of (await readFile(rowsFile, 'utf8')).trimEnd().split('\n')) {
      const line = JSON.parse(text) as { table: string; row: object } | { sequence: string; value: number }
      if ('sequence' in line) await client.query('select setval($1, $2)', [line.sequence, line.value])
      else {
        const insert = `insert into ${line.table} overriding system value`
        await client.query(`${insert} select * from json_populate_record(null::${line.table}, $1)`, [line.row])
      }
    }
  })
