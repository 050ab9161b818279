import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { CrashSite } from '../../server/test/crash/crash-site.ts'
import { filesLeftBehind, findDamage } from '../../server/test/crash/library-check.ts'
import { MixedLoad } from '../../server/test/crash/mixed-load.ts'
import { wrongCounts } from '../../server/test/wrong-counts.ts'
import { say } from '../harness/benchmark.ts'
import type { CrashDatabases } from './crash-databases.ts'

export interface PartResults {
  points: number
  kills: number
  /** Kills with what was wrong after each. */
  damage: { point: string; problems: string[] }[]
  /** Files that nothing needed a minute after the last kill. */
  leftBehind: string[]
}

/** Milliseconds within which what a killed process left has to be gone. */
export const CLEANING_MS = 60_000

export async function leftAfterCleaning(site: CrashSite): Promise<string[]> {
  await site.until(async () => (await filesLeftBehind(site)).length === 0, CLEANING_MS)
  return filesLeftBehind(site)
}

/**
 * A start on an empty database and an empty folder, killed before each change that outlives it: all migrations are one
 * transaction, those of the job tables follow. The next start has to finish.
 */
export async function migrationCrashes({ createSite }: CrashDatabases): Promise<PartResults> {
  const damage: PartResults['damage'] = []
  for (let kills = 0; ; kills++) {
    await using stack = new AsyncDisposableStack()
    const site = await createSite({}, 'template1')
    stack.defer(() => site.close())
    const start = site.startProcess({ CRASH_AT: String(kills + 1) })
    const isReady = await start.then(() => site.order({ at: 'end', scope: 'all', detail: 'changes' })).catch(() => null)
    const point = await site.end()
    if (isReady) return { points: kills, kills, damage, leftBehind: [] }
    const problems = await site.startProcess().then(
      () => wrongCounts(site.db),
      (error: Error) => [`The next start failed: ${error.message}`],
    )
    if (problems.length) damage.push({ point, problems })
  }
}

const KILLS = 200
/** Every so many kills the embedded PostgreSQL is killed at the same moment. */
const POSTGRES_EVERY = 4
const CLIENTS = 6
/** Milliseconds from the first answer to the kill. */
const MAX_LOAD_MS = 1_000

/** Kills the server at random moments under mixed load, on the built-in database. */
export async function randomKills({ folder }: CrashDatabases): Promise<PartResults> {
  await using stack = new AsyncDisposableStack()
  const dataFolder = join(folder, 'data-random')
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  stack.defer(() => postgres.stop())
  const site = new CrashSite({ DATA_DIR: dataFolder, DATABASE_URL: '' }, () => postgres.url)
  stack.defer(() => site.close())
  await site.start()
  const load = new MixedLoad(site)
  const damage: PartResults['damage'] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    const running = load.run(CLIENTS)
    const before = load.acknowledged
    await site.until(async () => load.acknowledged > before)
    await sleep(Math.random() * MAX_LOAD_MS)
    if (kill % POSTGRES_EVERY === 0) process.kill(await postmasterPid(dataFolder), 'SIGKILL')
    await site.end()
    await running
    await site.start()
    const problems = [...(await load.compare()), ...(await findDamage(site))]
    if (problems.length) damage.push({ point: `random kill ${kill}`, problems })
    if (kill % 20 === 0) say(`${kill} random kills, ${load.acknowledged} answers, ${damage.length} with problems`)
  }
  return { points: 0, kills: KILLS, damage, leftBehind: await leftAfterCleaning(site) }
}

const postmasterPid = async (dataFolder: string) =>
  Number.parseInt(await readFile(join(dataFolder, 'postgres/18/postmaster.pid'), 'utf8'), 10)
