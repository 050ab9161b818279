import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { trashEmptying } from '#test/crash/background-operations'
import { CrashSite } from '#test/crash/crash-site'
import { editOfWords, submission, undo } from '#test/crash/edit-operations'
import { enumerateCrashes } from '#test/crash/enumerate-crashes'
import { filesLeftBehind, findDamage } from '#test/crash/library-check'
import { MixedLoad } from '#test/crash/mixed-load'
import type { Operation } from '#test/crash/operation'
import { upload } from '#test/crash/upload-operations'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { temporaryFolder } from '#test/temporary-folder'

const root = await temporaryFolder()
const sites: CrashSite[] = []
afterAll(async () => {
  for (const site of sites) await site.close()
})

async function openSite(): Promise<CrashSite> {
  const DATA_DIR = await mkdtemp(join(root, 'site-'))
  const site = new CrashSite({ DATA_DIR, DATABASE_URL: await createDatabase(templateDatabase) })
  sites.push(site)
  await site.start()
  return site
}

/** Two sites share the points, since a start is mostly waiting; what is wrong afterwards, by point. */
async function crashEverywhere(operation: Operation, leastPoints: number) {
  const crashShare = async (first: number) => {
    const site = await openSite()
    const { kills } = await enumerateCrashes(site, operation, { detail: 'changes', first, step: 2 })
    expect(kills.length).toBeGreaterThanOrEqual(leastPoints)
    await site.until(async () => (await filesLeftBehind(site)).length === 0, 60_000)
    const left = await filesLeftBehind(site)
    return [...kills.filter(({ problems }) => problems.length), ...left]
  }
  return (await Promise.all([1, 2].map(crashShare))).flat()
}

test.each([
  ['an upload', upload, 5],
  ['an emptying of the trash', trashEmptying, 5],
  ['a submission of a draft', submission, 1],
  ['an edit of words', editOfWords, 1],
  ['an undo of a decision', undo, 1],
])(
  '%s that is killed at any point is there in whole or not at all, and leaves no file',
  async (_, operation, leastPoints) => {
    expect(await crashEverywhere(operation, leastPoints)).toEqual([])
  },
  600_000,
)

test('killed at random under mixed load, nothing that was acknowledged is lost', async () => {
  const site = await openSite()
  const load = new MixedLoad(site)
  for (let kill = 0; kill < 3; kill++) {
    const running = load.run(4)
    const before = load.acknowledged
    const answers = Math.floor(Math.random() * 10)
    await site.until(async () => load.acknowledged > before + answers)
    await site.end()
    await running
    await site.start()
    expect([...(await load.compare()), ...(await findDamage(site))]).toEqual([])
  }
}, 300_000)
