import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { Card } from '@vitrine/contract/schemas/image'
import { forEachLimit } from '../../server/src/kit/concurrency.ts'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { outcomeOf, startVitrine } from '../../server/test/command-process.ts'
import { aPng } from '../../server/test/png.ts'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { type Benchmark, say, table } from '../harness/benchmark.ts'
import { register, signIn } from '../harness/contributor.ts'
import { cacheFolder, curator } from '../harness/data-folder.ts'
import { formatNumber, sum } from '../harness/figures.ts'
import type { LoadOutcome } from '../harness/load-generator.ts'
import { startGenerator } from '../harness/load-tool.ts'
import { startProduct } from '../harness/product.ts'
import { createVisitorMix } from '../load/visitor-mix.ts'

/** Visitors' requests a second. */
const RATE = 40

interface Results {
  /** Seconds of each command. */
  seconds: Record<'first backup' | 'second backup' | 'restore' | 'check of the restored library', number>
  /** Uploads during the first backup. */
  uploads: number
  folderBytes: number
  load: LoadOutcome[]
  comparison: SiteComparison
  hasFaults: boolean
}

export const backup: Benchmark = {
  name: 'backup',
  description: 'Backup under load, and restore into another PostgreSQL: identical by check, listing and downloads.',

  async run({ images = 6_900 }) {
    const data = await galleryDataFolder(images, true)
    const folder = await mkdtemp(join(await cacheFolder(), 'backup-'))
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const own = await startPostgres(join(folder, 'own-database'))
    stack.defer(() => own.stop())
    const site = await startProduct(data)
    stack.defer(site.end)
    const elsewhere = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: own.url }
    const backups = join(folder, 'backups')
    const backUp = () => command(['backup', backups], { DATA_DIR: site.dataFolder, DATABASE_URL: '' })
    say('Backup under load, with uploads …')
    const stop = new AbortController()
    const uploading = upload(site.url, stop.signal)
    const first = await underLoad(site.url, backUp)
    stop.abort()
    const uploads = await uploading
    say('Another one, which has the new files only …')
    const second = await underLoad(site.url, backUp)
    say('Restore into another PostgreSQL …')
    const restore = await command(['restore', backups], elsewhere)
    const checked = await command(['check'], elsewhere, [0, 1])
    const restored = await startProduct(elsewhere.DATA_DIR, { DATABASE_URL: own.url })
    stack.defer(restored.end)
    say('Comparing lists and downloads …')
    const seconds = {
      'first backup': first.result.seconds,
      'second backup': second.result.seconds,
      restore: restore.seconds,
      'check of the restored library': checked.seconds,
    }
    const comparison = await compareSites(site.url, restored.url)
    const load = [...first.load, ...second.load]
    const hasFaults = checked.status === 1
    const hasFailed = hasFaults || comparison.differingListings + comparison.differingDownloads > 0
    const folderBytes = await bytesOf(backups)
    return {
      lines: report({ seconds, uploads, folderBytes, load, comparison, hasFaults }),
      file: 'backup.md',
      hasFailed,
    }
  },
}

/** Runs an operator's command; throws where it ends with another status than these. */
async function command(words: string[], settings: Record<string, string>, statuses = [0]) {
  await mkdir(settings.DATA_DIR!, { recursive: true })
  const began = performance.now()
  const { code, out, errors } = await outcomeOf(startVitrine(words, settings))
  if (!statuses.includes(code)) throw new Error(`${words[0]} ended with ${code}:\n${out}${errors}`)
  return { status: code, seconds: (performance.now() - began) / 1000 }
}

/** Does the work while visitors send requests. */
async function underLoad<T>(url: string, work: () => Promise<T>): Promise<{ result: T; load: LoadOutcome[] }> {
  const generator = startGenerator()
  const nextPaths = await createVisitorMix(url)
  const visits = { url, headers: { 'accept-encoding': 'br' }, seconds: 5, rate: RATE, connections: 32 }
  const load: LoadOutcome[] = []
  let hasEnded = false
  const working = work().finally(() => {
    hasEnded = true
  })
  while (!hasEnded) load.push(await generator.ask({ ...visits, paths: nextPaths(RATE * visits.seconds) }))
  await generator.end()
  return { result: await working, load }
}

/** Uploads and publishes a picture a second until the signal; returns their number. */
async function upload(url: string, signal: AbortSignal): Promise<number> {
  const contributor = await signIn(url, await register(url, 'steady-one'))
  const admin = await signIn(url, curator)
  let count = 0
  for (let seed = 7_000_000; !signal.aborted; seed++) {
    const { imageId } = await contributor.upload(aPng({ seed, width: 400, height: 300 }))
    if (imageId) await admin.approve([imageId])
    if (imageId) count++
    await sleep(1_000)
  }
  return count
}

interface SiteComparison {
  images: number
  listings: number
  differingListings: number
  differingDownloads: number
}

/** Compares all pages of the gallery and the originals of all images of two sites. */
async function compareSites(one: string, other: string): Promise<SiteComparison> {
  const ids: string[] = []
  const comparison = { images: 0, listings: 0, differingListings: 0, differingDownloads: 0 }
  for (let page = 1; ; page++) {
    const path = `${endpointPath(gallery.approved)}?page=${page}`
    const [text, otherText] = await Promise.all([one, other].map(async (url) => (await fetch(url + path)).text()))
    const { images } = JSON.parse(text!) as { images?: Card[] }
    if (!images?.length) break
    comparison.listings++
    if (text !== otherText) comparison.differingListings++
    ids.push(...images.map(({ cloudflare_id }) => cloudflare_id))
  }
  comparison.images = ids.length
  await forEachLimit(ids, 8, async (cloudflare_id) => {
    const path = endpointPath(gallery.download, { cloudflare_id })
    const [ours, theirs] = await Promise.all([one, other].map((url) => hashOf(url + path)))
    if (ours !== theirs) comparison.differingDownloads++
  })
  return comparison
}

/** Of a good answer; throws for any other, since two errors would be alike. */
async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (answer.status === 503) return sleep(1_000).then(() => hashOf(url)) // refused on a busy machine
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return hash('sha256', Buffer.from(await answer.arrayBuffer()))
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => stat(join(parentPath, name)))
  return sum((await Promise.all(files)).map(({ size }) => size))
}

function report({ seconds, uploads, folderBytes, load, comparison, hasFaults }: Results): string[] {
  const sent = sum(load.map((one) => one.sent))
  const failed = sent - sum(load.map((one) => one.succeeded))
  const statuses = [...new Set(load.flatMap(({ errors }) => Object.keys(errors)))].join(', ')
  const worst = Math.max(...load.map(({ p99 }) => p99))
  const { images, listings, differingListings, differingDownloads } = comparison
  return [
    '# Backup and restore',
    '',
    `${formatNumber(images)} images of 16 to 256 kB; ${RATE} requests of visitors a second while it is saved,`,
    `and an upload a second during the first backup (${uploads} in all). Restored into another PostgreSQL.`,
    '',
    ...table(
      ['what', 'time'],
      Object.entries(seconds).map(([name, value]) => [name, `${value.toFixed(0)} s`]),
    ),
    '',
    `The folder holds ${(folderBytes / 1e6).toFixed(0)} MB. Meanwhile ${failed} of ${sent} requests`,
    `failed${statuses && ` (${statuses})`}; the highest p99 of five seconds was ${worst.toFixed(0)} ms.`,
    '',
    `- \`check\` of the restored library: ${hasFaults ? 'FAULTS' : 'nothing is wrong'}`,
    `- pages of listings that differ: ${differingListings} of ${listings}`,
    `- originals whose SHA-256 differs: ${differingDownloads} of ${formatNumber(images)}`,
    `- restore within 5 minutes: ${seconds.restore <= 300 ? 'yes' : 'NO'}`,
  ]
}
