import { forEachLimit } from '../../server/src/kit/concurrency.ts'
import { outcomeOf, startVitrine } from '../../server/test/command-process.ts'
import { trashEmptying } from '../../server/test/crash/background-operations.ts'
import type { CrashSite } from '../../server/test/crash/crash-site.ts'
import { enumerateCrashes } from '../../server/test/crash/enumerate-crashes.ts'
import type { Operation } from '../../server/test/crash/operation.ts'
import { upload } from '../../server/test/crash/upload-operations.ts'
import { startFakeCloudflare } from '../../server/test/fake-cloudflare.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { delivery, indexing } from './background-operations.ts'
import { approval, csvImport, deletion, edit, rejection, replacement } from './change-operations.ts'
import { CLEANING_MS, countLeftBehind } from './count-left-behind.ts'
import { type CrashDatabases, openCrashDatabases } from './crash-databases.ts'
import { type CrashRow, crashCells, crashColumns, isWrongBytes } from './crash-row.ts'
import { migrationCrashes } from './migration-crashes.ts'
import { fullDisk, lostDatabase, stoppedBucket } from './outages.ts'
import { randomKills } from './random-kills.ts'

type Part = (databases: CrashDatabases, say: (line: string) => void) => Promise<CrashRow>

/** Sites that crash at the same time: a start is mostly waiting. */
const CONCURRENT_SITES = 3

export const crash: Benchmark<CrashRow[]> = {
  name: 'crash',
  description: 'Kills the server at every point of each operation and in outages, and looks for what is lost.',

  async run(say, { only }) {
    const service = await startFakeCloudflare()
    const databases = await openCrashDatabases()
    const names = only.split(',').filter(Boolean)
    const parts = Object.entries(allParts(service)).filter(([name]) => !names.length || names.includes(name))
    const rows: CrashRow[] = []
    try {
      await forEachLimit(parts, CONCURRENT_SITES, async ([, part]) => {
        const row = await part(databases, say)
        say(crashCells(row).join('  '))
        rows.push(row)
      })
    } finally {
      await databases.close()
      await service.stop()
    }
    return rows
  },

  print(rows) {
    for (const row of [crashColumns, ...rows.map(crashCells)])
      console.log(
        row
          .map((cell, column) => cell.padEnd(column ? 12 : 24))
          .join('')
          .trimEnd(),
      )
    for (const problem of rows.flatMap(({ problems }) => problems)) console.log(problem)
    if (rows.some(({ lost, wrongBytes, leftBehind }) => lost + wrongBytes + leftBehind > 0)) process.exitCode = 1
  },
}

function allParts(service: Awaited<ReturnType<typeof startFakeCloudflare>>): Record<string, Part> {
  return {
    upload: enumerated(upload),
    replacement: enumerated(replacement),
    approval: enumerated(approval),
    rejection: enumerated(rejection),
    edit: enumerated(edit),
    deletion: enumerated(deletion),
    csv: enumerated(csvImport),
    trash: enumerated(trashEmptying),
    indexing: enumerated(indexing),
    delivery: enumerated(delivery(service), service.settings),
    migration: migrationCrashes,
    random: randomKills,
    'full-disk': fullDisk,
    bucket: stoppedBucket,
    database: lostDatabase,
  }
}

/** What `check` finds; for some seconds that may be jobs which killed processes had begun. */
async function checkWhenCleaned(site: CrashSite) {
  let checked = await outcomeOf(startVitrine(['check'], site.settings))
  for (const end = Date.now() + CLEANING_MS; checked.code !== 0 && Date.now() < end; )
    checked = await outcomeOf(startVitrine(['check'], site.settings))
  return checked
}

const enumerated =
  (operation: Operation, settings: Record<string, string> = {}): Part =>
  async (databases, say) => {
    const began = performance.now()
    const site = await databases.createSite(settings)
    try {
      await site.start()
      const { points, kills } = await enumerateCrashes(site, operation, {
        onKill: ({ point, problems }) => problems.length && say(`${operation.name}, ${point}: ${problems.join(' ')}`),
      })
      const damaged = kills.filter(({ problems }) => problems.length)
      const leftBehind = await countLeftBehind(site)
      const checked = await checkWhenCleaned(site)
      if (checked.code !== 0) damaged.push({ point: 'vitrine check', problems: [checked.out + checked.errors] })
      return {
        name: operation.name,
        points: points.length,
        kills: kills.length,
        lost: damaged.filter(({ problems }) => !problems.every(isWrongBytes)).length,
        wrongBytes: damaged.filter(({ problems }) => problems.some(isWrongBytes)).length,
        leftBehind,
        seconds: (performance.now() - began) / 1000,
        problems: damaged.map(({ point, problems }) => `${operation.name}, ${point}: ${problems.join(' ')}`),
      }
    } finally {
      await site.close()
    }
  }
