import { join } from 'node:path'
import { CrashSite } from '../../server/test/crash/crash-site.ts'
import { wrongCounts } from '../../server/test/crash/library-check.ts'
import type { CrashDatabases } from './crash-databases.ts'
import type { CrashRow } from './crash-row.ts'

/**
 * A start on an empty database and an empty folder, killed before each change that outlives it: all migrations are one
 * transaction, those of the job tables follow. The next start has to finish.
 */
export async function migrationCrashes(databases: CrashDatabases): Promise<CrashRow> {
  const began = performance.now()
  const problems: string[] = []
  let kills = 0
  for (;;) {
    const site = new CrashSite({
      DATA_DIR: join(databases.folder, `migrated-${kills}`),
      DATABASE_URL: await databases.createDatabase(),
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
  return wrongCounts(site)
}
