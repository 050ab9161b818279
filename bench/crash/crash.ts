import { forEachLimit } from '../../server/src/kit/concurrency.ts'
import { outcomeOf, startVitrine } from '../../server/test/command-process.ts'
import { trashEmptying } from '../../server/test/crash/background-operations.ts'
import { enumerateCrashes } from '../../server/test/crash/enumerate-crashes.ts'
import type { Operation } from '../../server/test/crash/operation.ts'
import { upload } from '../../server/test/crash/upload-operations.ts'
import { startFakeCloudflare } from '../../server/test/fake-cloudflare.ts'
import { type Benchmark, say, table } from '../harness/benchmark.ts'
import { formatNumber } from '../harness/figures.ts'
import { delivery, indexing } from './background-operations.ts'
import { approval, csvImport, deletion, edit, rejection, replacement } from './change-operations.ts'
import { type CrashDatabases, openCrashDatabases } from './crash-databases.ts'
import { CLEANING_MS, leftAfterCleaning, migrationCrashes, type PartResults, randomKills } from './other-kills.ts'

/** Sites that crash at the same time: a start is mostly waiting. */
const CONCURRENT_SITES = 3

export const crash: Benchmark = {
  name: 'crash',
  description: 'Kills the server at every point of each operation and at random, and looks for what is lost.',

  async run({ only }) {
    await using stack = new AsyncDisposableStack()
    const service = await startFakeCloudflare()
    stack.defer(() => service.stop())
    const databases = await openCrashDatabases()
    stack.defer(() => databases.close())
    const parts = Object.entries(allParts(service)).filter(([name]) => !only.length || only.includes(name))
    const rows: (string | number)[][] = []
    const problems: string[] = []
    await forEachLimit(parts, CONCURRENT_SITES, async ([name, part]) => {
      const began = performance.now()
      const result = await part(databases)
      const seconds = (performance.now() - began) / 1000
      rows.push([name, ...cellsOf(result), Math.round(seconds)])
      problems.push(...result.damage.flatMap((one) => one.problems.map((text) => `${name}, ${one.point}: ${text}`)))
      problems.push(...result.leftBehind.map((file) => `${name}, left behind: ${file}`))
      say(rows.at(-1)!.join('  '))
    })
    const head = ['', 'points', 'kills', 'lost', 'wrong bytes', 'left behind', 'seconds']
    return { lines: [...table(head, rows), ...problems], hasFailed: problems.length > 0 }
  },
}

/** Kills after which something acknowledged was gone or half-done, or a file had other bytes; and files left over. */
function cellsOf({ points, kills, damage, leftBehind }: PartResults): string[] {
  const isWrongBytes = (problem: string) => /other bytes/.test(problem)
  const lost = damage.filter(({ problems }) => !problems.every(isWrongBytes)).length
  const wrongBytes = damage.filter(({ problems }) => problems.some(isWrongBytes)).length
  return [points, kills, lost, wrongBytes, leftBehind.length].map(formatNumber)
}

function allParts(service: Awaited<ReturnType<typeof startFakeCloudflare>>) {
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
  }
}

const enumerated =
  (operation: Operation, settings: Record<string, string> = {}) =>
  async (databases: CrashDatabases): Promise<PartResults> => {
    await using stack = new AsyncDisposableStack()
    const site = await databases.createSite(settings)
    stack.defer(() => site.close())
    await site.start()
    const { points, kills } = await enumerateCrashes(site, operation)
    const damage = kills.filter(({ problems }) => problems.length)
    const leftBehind = await leftAfterCleaning(site)
    // What `check` finds may be jobs for some seconds, which killed processes had begun.
    const runCheck = () => outcomeOf(startVitrine(['check'], site.settings))
    let checked = await runCheck()
    for (const end = Date.now() + CLEANING_MS; checked.code !== 0 && Date.now() < end; ) checked = await runCheck()
    if (checked.code !== 0) damage.push({ point: 'vitrine check', problems: [checked.out + checked.errors] })
    return { points: points.length, kills: kills.length, damage, leftBehind }
  }
