import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addJob } from '#kit/jobs/job-queue.sql'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { CrashSite } from '#test/crash/crash-site'
import { filesLeftBehind, findDamage } from '#test/crash/library-check'
import { MixedLoad } from '#test/crash/mixed-load'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { startS3 } from '#test/s3-server'
import { temporaryFolder } from '#test/temporary-folder'

const root = await temporaryFolder()
const newFolder = () => mkdtemp(join(root, 'site-'))
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function startSite(settings: Record<string, string>, databaseUrl: string): Promise<CrashSite> {
  const site = new CrashSite({ DATABASE_URL: databaseUrl, ...settings }, databaseUrl)
  closing.push(() => site.close())
  await site.start()
  return site
}

/** Works before, during and after an outage, and compares what was acknowledged with what is there. */
async function expectHealing(site: CrashSite, refusal: 503 | 507, begin: Step, end: Step) {
  const load = new MixedLoad(site)
  const running = load.run(4)
  await site.until(async () => load.acknowledged > 5)
  await begin()
  await expect.poll(() => load.refused).toBeGreaterThan(40)
  await end()
  const before = load.acknowledged
  const isHealed = await site.until(async () => load.acknowledged > before + 5)
  load.stop()
  await running
  expect([isHealed, site.isRunning]).toEqual([true, true])
  expect([...(await load.compare()), ...(await findDamage(site))]).toEqual([])
  expect([...load.refusals].filter((status) => status !== refusal)).toEqual([])
  expect(await anHourLater(site)).toEqual([])
}

type Step = () => Promise<unknown>

/** Files of uploads that failed while the process runs leave an hour later. */
async function anHourLater(site: CrashSite): Promise<string[]> {
  await site.db
    .updateTable('unowned_file')
    .set({ at: new Date(0) })
    .execute()
  await addJob(site.db, 'remove_files', {})
  await site.until(async () => (await filesLeftBehind(site)).length === 0, 20_000)
  return filesLeftBehind(site)
}

test('a database that goes away under load loses nothing acknowledged, and all heals without a restart', async () => {
  const url = await createDatabase(templateDatabase)
  const proxy = await startClosableProxy(Number(new URL(url).port))
  closing.push(proxy.close)
  const settings = { DATA_DIR: await newFolder(), DATABASE_URL: urlAtPort(url, proxy.port) }
  const site = await startSite(settings, url)
  await expectHealing(site, 503, proxy.close, proxy.open)
}, 300_000)

test('a bucket that stops under load loses nothing acknowledged, and all heals without a restart', async () => {
  const s3 = await startS3()
  closing.push(s3.stop)
  const proxy = await startClosableProxy(Number(new URL(s3.settings.S3_ENDPOINT).port))
  closing.push(proxy.close)
  const endpoint = { S3_ENDPOINT: urlAtPort(s3.settings.S3_ENDPOINT, proxy.port) }
  const settings = { ...s3.settings, ...endpoint, DATA_DIR: await newFolder() }
  const site = await startSite(settings, await createDatabase(templateDatabase))
  await expectHealing(site, 503, proxy.close, proxy.open)
}, 300_000)

test('a disk that is full under load loses nothing acknowledged, and all heals without a restart', async ({ skip }) => {
  const folder = await newFolder()
  const disk = join(folder, 'files')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return skip('mounting a small disk needs root')
  }
  closing.push(() => execFileSync('umount', ['--lazy', disk]))
  const settings = { DATA_DIR: folder, FREE_DISK_MB: '0' }
  const site = await startSite(settings, await createDatabase(templateDatabase))
  const ballast = join(disk, 'ballast')
  const fill = async () => {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {})
  }
  await expectHealing(site, 507, fill, () => rm(ballast))
}, 300_000)
