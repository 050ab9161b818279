import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { CrashSite } from '../../server/test/crash/crash-site.ts'
import { filesLeftBehind } from '../../server/test/crash/library-check.ts'
import { loadDuringOutage, type Outage } from '../../server/test/crash/load-during-outage.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import { countLeftBehind } from './count-left-behind.ts'
import type { CrashDatabases } from './crash-databases.ts'
import { type CrashRow, isWrongBytes } from './crash-row.ts'

type Say = (line: string) => void

const OUTAGE_SECONDS = Number(process.env.OUTAGE_SECONDS ?? 60)
const lasts = () => sleep(OUTAGE_SECONDS * 1000)
const DISK_SIZE = '48m'

/** Nothing can be written to the folder of the data, a small file system of its own, which takes root to mount. */
export async function fullDisk(databases: CrashDatabases, say: Say): Promise<CrashRow> {
  const disk = join(databases.folder, 'data-full-disk')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    say('full-disk is left out: mounting a small disk needs root')
    return emptyRow('full disk (left out)')
  }
  const ballast = join(disk, 'ballast')
  const begin = async () => {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {})
  }
  try {
    const site = await databases.createSite({ DATA_DIR: disk, FREE_DISK_MB: '0' })
    return await outageRow('full disk', site, { begin, end: () => rm(ballast), lasts }, say)
  } finally {
    execFileSync('umount', ['--lazy', disk])
  }
}

/** The bucket refuses connections, and has its files when it is back. */
export async function stoppedBucket(databases: CrashDatabases, say: Say): Promise<CrashRow> {
  const files = join(databases.folder, 'bucket')
  let s3 = await startS3({ files })
  const port = Number(new URL(s3.settings.S3_ENDPOINT).port)
  const end = async () => {
    s3 = await startS3({ files, port })
  }
  try {
    const site = await databases.createSite(s3.settings)
    return await outageRow('bucket', site, { begin: () => s3.stop(), end, lasts }, say)
  } finally {
    await s3.stop()
  }
}

/** The embedded PostgreSQL stops answering, without closing a connection, and is then killed and started again. */
export async function lostDatabase({ folder }: CrashDatabases, say: Say): Promise<CrashRow> {
  const dataFolder = join(folder, 'data-lost-database')
  const postgres = await startPostgres(join(dataFolder, 'postgres'))
  const site = new CrashSite({ DATA_DIR: dataFolder, DATABASE_URL: '' }, () => postgres.url)
  let stopped: number[] = []
  const begin = async () => {
    stopped = await childrenOf(postgres.pid)
    for (const pid of [postgres.pid, ...stopped]) process.kill(pid, 'SIGSTOP')
  }
  const end = async () => {
    process.kill(postgres.pid, 'SIGKILL')
    for (const pid of stopped) process.kill(pid, 'SIGCONT') // they end when they see that the first process has
  }
  try {
    return await outageRow('database', site, { begin, end, lasts }, say)
  } finally {
    await postgres.stop()
  }
}

/** A failed upload leaves its files for an hour while the process runs, and for a minute when it is killed. */
async function outageRow(name: string, site: CrashSite, outage: Outage, say: Say): Promise<CrashRow> {
  const began = performance.now()
  try {
    await site.start()
    const { problems, refusals, acknowledged } = await loadDuringOutage(site, outage)
    say(`${name}: ${acknowledged} answers, refused with ${refusals.join(', ')}`)
    const wrong = refusals.filter((status) => status >= 500 && status !== 503 && status !== 507)
    problems.push(...wrong.map((status) => `Calls were answered ${status}.`))
    await site.end()
    await site.start()
    const leftBehind = await countLeftBehind(site)
    if (leftBehind) problems.push(...(await filesLeftBehind(site)))
    for (const problem of problems) say(`${name}: ${problem}`)
    return {
      ...emptyRow(`${name} (${acknowledged.toLocaleString('en')} answers)`),
      kills: 1,
      lost: problems.length - problems.filter(isWrongBytes).length - leftBehind,
      wrongBytes: problems.filter(isWrongBytes).length,
      leftBehind,
      seconds: (performance.now() - began) / 1000,
      problems,
    }
  } finally {
    await site.close()
  }
}

const emptyRow = (name: string): CrashRow => ({
  name,
  points: 0,
  kills: 0,
  lost: 0,
  wrongBytes: 0,
  leftBehind: 0,
  seconds: 0,
  problems: [],
})

/** By the process table of Linux: the fourth field of `stat` is the parent. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return pids.filter((_, at) => Number(/\) \S (\d+)/.exec(stats[at]!)?.[1]) === parent).map(Number)
}
