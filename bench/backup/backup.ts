import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { aPng } from '../../server/test/png.ts'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { register, signIn } from '../harness/contributor.ts'
import { startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import type { LoadOutcome, LoadRequest } from '../load/load-generator.ts'
import { createVisitorMix } from '../load/visitor-mix.ts'
import { compareSites, type SiteComparison } from './compare-sites.ts'

/** Visitors' requests a second. */
const RATE = 40
const IMAGES = 6_900

interface Results {
  /** Seconds of each command. */
  seconds: Record<'first backup' | 'second backup' | 'restore' | 'check of the restored library', number>
  /** Uploads during the first backup. */
  uploads: number
  folderBytes: number
  load: LoadOutcome[]
  comparison: SiteComparison
  /** Exit status of `check`. */
  checkStatus: number
}

export const backup: Benchmark<Results> = {
  name: 'backup',
  description: 'Backup under load, and restore into another PostgreSQL: identical by check, listing and downloads.',

  async run(say) {
    const data = await galleryDataFolder(IMAGES, say, true)
    const folder = await mkdtemp(join(await cacheFolder(), 'backup-'))
    const settings = {
      PORT: '0',
      LOG_LEVEL: 'error',
      THROTTLE: 'off',
      QUOTA_UPLOADS_PER_HOUR: '0',
      QUOTA_PENDING_NEW: '0',
    }
    const site = await startProduct(data, settings)
    const own = await startPostgres(join(folder, 'own-database'))
    const elsewhere = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: own.url }
    try {
      const backups = join(folder, 'backups')
      const backUp = () => command(['backup', backups], { DATA_DIR: site.dataFolder, DATABASE_URL: '' })
      say('Backup under load, with uploads …')
      const uploading = upload(site.url)
      const first = await underLoad(site.url, backUp)
      const uploads = await uploading.stop()
      say('Another one, which has the new files only …')
      const second = await underLoad(site.url, backUp)
      say('Restore into another PostgreSQL …')
      const restore = await command(['restore', backups], elsewhere)
      const checked = await command(['check'], elsewhere, [0, 1])
      const restored = await startProduct(elsewhere.DATA_DIR, { ...settings, DATABASE_URL: own.url })
      say('Comparing lists and downloads …')
      const comparison = await compareSites(site.url, restored.url).finally(() => restored.end())
      const results = {
        seconds: {
          'first backup': first.result.seconds,
          'second backup': second.result.seconds,
          restore: restore.seconds,
          'check of the restored library': checked.seconds,
        },
        uploads,
        folderBytes: await bytesOf(backups),
        load: [...first.load, ...second.load],
        comparison,
        checkStatus: checked.status,
      }
      await writeResults('backup.md', report(results))
      return results
    } finally {
      await site.end()
      await own.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },

  print: (results) => console.log(report(results).join('\n')),
}

/** Runs an operator's command; throws where it ends with another status than these. */
async function command(words: string[], settings: Record<string, string>, statuses = [0]) {
  await mkdir(settings.DATA_DIR!, { recursive: true })
  const cli = join(import.meta.dirname, '../../server/src/cli.ts')
  const began = performance.now()
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 2, 2], env })
  const [status] = (await once(child, 'exit')) as [number]
  if (!statuses.includes(status)) throw new Error(`${words[0]} ended with ${status}; the lines above say why.`)
  return { status, seconds: (performance.now() - began) / 1000 }
}

/** Does the work while visitors send requests. */
async function underLoad<T>(url: string, work: () => Promise<T>): Promise<{ result: T; load: LoadOutcome[] }> {
  const loader = startProcess<LoadRequest, LoadOutcome>(new URL('../load/load-generator.ts', import.meta.url))
  const nextPaths = await createVisitorMix(url)
  const headers = { 'accept-encoding': 'br' }
  const load: LoadOutcome[] = []
  let hasEnded = false
  const working = work().finally(() => {
    hasEnded = true
  })
  const seconds = 5
  while (!hasEnded)
    load.push(
      await loader.ask({ url, headers, paths: nextPaths(RATE * seconds), seconds, rate: RATE, connections: 32 }),
    )
  await loader.end()
  return { result: await working, load }
}

/** Uploads and publishes a picture a second; returns their number when it is stopped. */
function upload(url: string) {
  let isStopped = false
  const run = async () => {
    const contributor = await signIn(url, await register(url, 'steady-one'))
    const admin = await signIn(url, { email: 'curator@people.example', password: 'correct-horse' })
    let count = 0
    for (let seed = 7_000_000; !isStopped; seed++) {
      const { imageId } = await contributor.upload(aPng({ seed, width: 400, height: 300 }))
      if (imageId) await admin.approve([imageId])
      if (imageId) count++
      await sleep(1_000)
    }
    return count
  }
  const running = run()
  return {
    stop() {
      isStopped = true
      return running
    },
  }
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

const formatSeconds = (seconds: number) => `${seconds.toFixed(0)} s`

function report({ seconds, uploads, folderBytes, load, comparison, checkStatus }: Results): string[] {
  const sum = (value: (one: LoadOutcome) => number) => load.reduce((total, one) => total + value(one), 0)
  const failed = sum(({ sent, succeeded }) => sent - succeeded)
  const statuses = [...new Set(load.flatMap(({ errors }) => Object.keys(errors)))].join(', ')
  const worst = Math.max(...load.map(({ p99 }) => p99))
  const { images, listings, differingListings, differingDownloads } = comparison
  return [
    '# Backup and restore',
    '',
    `${images.toLocaleString('en')} images of 16 to 256 kB; ${RATE} requests of visitors a second while it is saved,`,
    `and an upload a second during the first backup (${uploads} in all). Restored into another PostgreSQL.`,
    '',
    '| what | time |',
    '|---|---|',
    ...Object.entries(seconds).map(([name, value]) => `| ${name} | ${formatSeconds(value)} |`),
    '',
    `The folder holds ${(folderBytes / 1e6).toFixed(0)} MB. Meanwhile ${failed} of ${sum(({ sent }) => sent)} requests`,
    `failed${statuses && ` (${statuses})`}; the highest p99 of five seconds was ${worst.toFixed(0)} ms.`,
    '',
    `- \`check\` of the restored library: ${checkStatus === 0 ? 'nothing is wrong' : 'FAULTS'}`,
    `- pages of listings that differ: ${differingListings} of ${listings}`,
    `- originals whose SHA-256 differs: ${differingDownloads} of ${images.toLocaleString('en')}`,
    `- restore within 5 minutes: ${seconds.restore <= 300 ? 'yes' : 'NO'}`,
  ]
}
