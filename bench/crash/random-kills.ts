import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { CrashSite } from '../../server/test/crash/crash-site.ts'
import { filesLeftBehind, findDamage } from '../../server/test/crash/library-check.ts'
import { MixedLoad } from '../../server/test/crash/mixed-load.ts'
import { countLeftBehind } from './count-left-behind.ts'
import type { CrashDatabases } from './crash-databases.ts'
import { type CrashRow, isWrongBytes } from './crash-row.ts'

const KILLS = 200
/** Every so many kills the embedded PostgreSQL is killed at the same moment. */
const POSTGRES_EVERY = 4
const CLIENTS = 6
/** Milliseconds from the first answer to the kill. */
const MAX_LOAD_MS = 1_000

/** Kills the server at random moments under mixed load, on the built-in database. */
export async function randomKills({ folder }: CrashDatabases, say: (line: string) => void): Promise<CrashRow> {
  const began = performance.now()
  const dataFolder = join(folder, 'data-random')
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  const site = new CrashSite({ DATA_DIR: dataFolder, DATABASE_URL: '' }, () => postgres.url)
  const problems: string[] = []
  const failedKills = new Set<number>()
  try {
    await site.start()
    const load = new MixedLoad(site)
    for (let kill = 1; kill <= KILLS; kill++) {
      const running = load.run(CLIENTS)
      const before = load.acknowledged
      await site.until(async () => load.acknowledged > before)
      await sleep(Math.random() * MAX_LOAD_MS)
      if (kill % POSTGRES_EVERY === 0) process.kill(await postmasterPid(dataFolder), 'SIGKILL')
      await site.end()
      await running
      await site.start()
      const found = [...(await load.compare()), ...(await findDamage(site))]
      if (found.length) failedKills.add(kill)
      for (const problem of found) say(`random kill ${kill}: ${problem}`)
      problems.push(...found)
      if (kill % 20 === 0) say(`${kill} random kills, ${load.acknowledged} answers, ${problems.length} problems`)
    }
    const leftBehind = await countLeftBehind(site)
    if (leftBehind) problems.push(...(await filesLeftBehind(site)))
    return {
      name: `random (${load.acknowledged.toLocaleString('en')} answers)`,
      points: 0,
      kills: KILLS,
      lost: failedKills.size,
      wrongBytes: problems.filter(isWrongBytes).length,
      leftBehind,
      seconds: (performance.now() - began) / 1000,
      problems,
    }
  } finally {
    await site.close()
    await postgres.stop()
  }
}

const postmasterPid = async (dataFolder: string) =>
  Number.parseInt(await readFile(join(dataFolder, 'postgres/18/postmaster.pid'), 'utf8'), 10)
