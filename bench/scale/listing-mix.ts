// Listings over HTTP with the site's caches on: 5,000 addresses, requested with Zipf's frequencies.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BaselineRequest } from '../gallery/baseline-server.ts'
import type { VitrineRequest, VitrineState } from '../gallery/vitrine-server.ts'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import { type Comparison, comparisonCells, comparisonColumns, formatPercent } from '../harness/comparison.ts'
import type { ServerState } from '../harness/server-state.ts'
import { listingUrls } from '../load/listing-urls.ts'
import { findLoadTool, type LoadResult, type LoadTool } from '../load/load-tool.ts'
import { listingKinds, sampleListing } from './listing-kinds.ts'
import { seededRandom, zipf } from './synthetic-library.ts'

const ADDRESSES = 5_000
const REQUESTS = 40_000
const ROUNDS = 4
const SECONDS = 2
/** Long enough to request nearly all addresses. The expiry of cached pages after five minutes is not measured. */
const WARM_SECONDS = 45
const headers = { 'accept-encoding': 'br' }

export interface MixComparison extends Comparison {
  /** Mean size of a body. */
  bytes: number
  /** Share of replies from the cache, 0 to 1. */
  hitRate: number
}

/** Compares the product, on a library of rows without files, with a bare Fastify: API calls and pages. */
export async function compareMixes(
  folder: string,
  images: number,
  say: (line: string) => void,
): Promise<MixComparison[]> {
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: 'off',
    WORD_TABLES: 'off',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  const vitrine = startProcess<VitrineRequest, VitrineState>(
    new URL('../gallery/vitrine-server.ts', import.meta.url),
    settings,
  )
  const bare = startProcess<BaselineRequest, ServerState>(new URL('../gallery/baseline-server.ts', import.meta.url))
  try {
    const load = findLoadTool()
    const mix = zipfMix(images)
    const all: MixComparison[] = []
    for (const [kind, made] of [
      ['call', 'replies'],
      ['page', 'pages'],
    ] as const) {
      const what = `a Zipf mix of ${ADDRESSES.toLocaleString('en')} listings, ${kind === 'call' ? 'API' : 'pages'}`
      say(`${what}, by ${load.name}`)
      all.push(
        await compareMix({ label: what, paths: mix.map((one) => one[kind]), missCounter: made }, vitrine, bare, load),
      )
    }
    return all
  } finally {
    await Promise.all([vitrine.end(), bare.end()])
  }
}

/** A reproducible mix of about 5,000 listings of all kinds, requested with Zipf's frequencies. */
function zipfMix(images: number) {
  const random = seededRandom(5)
  const byPage = new Map<string, { page: string; call: string }>()
  // Kinds with few listings repeat themselves, so more tries than addresses are needed.
  for (let tries = 0; byPage.size < ADDRESSES && tries < 20 * ADDRESSES; tries++) {
    const addresses = listingUrls(...sampleListing(listingKinds[tries % listingKinds.length]!, images, random))
    byPage.set(addresses.page, addresses)
  }
  const listings = [...byPage.values()]
  const rank = zipf(listings.length, random)
  return Array.from({ length: REQUESTS }, () => listings[rank()]!)
}

interface Mix {
  label: string
  paths: string[]
  missCounter: keyof VitrineState['cacheMisses']
}

async function compareMix(
  { label: what, paths, missCounter: made }: Mix,
  vitrine: BenchmarkProcess<VitrineRequest, VitrineState>,
  bare: BenchmarkProcess<BaselineRequest, ServerState>,
  load: LoadTool,
): Promise<MixComparison> {
  const file = join(await cacheFolder(), 'mix.txt')
  await writeFile(file, paths.join('\n'))
  const [ours, least] = [createSide(() => vitrine.ask('state')), createSide(() => bare.ask('state'))]
  const put = (side: Side, seconds: number) => loadSide(side, file, load, seconds)

  await put(ours, WARM_SECONDS) // until the caches have seen the mix
  const { url } = await vitrine.ask('state')
  const bytes = await meanBytes(url, paths, ours.sent)
  await bare.ask({ url: url + paths[0], headers, bytes })
  await put(least, SECONDS)
  for (const side of [ours, least]) side.loads.length = side.cpu.length = 0
  const before = (await vitrine.ask('state')).cacheMisses
  for (let round = 0; round < ROUNDS; round++) for (const side of [ours, least, least, ours]) await put(side, SECONDS)

  const after = (await vitrine.ask('state')).cacheMisses
  const requests = ours.loads.reduce((sum, one) => sum + one.requests, 0)
  const hits = 1 - (after[made] - before[made]) / requests
  return {
    label: what,
    unit: 'requests/s',
    vitrine: runsOf(ours),
    baseline: runsOf(least),
    target: 0.25,
    bytes,
    hitRate: hits,
  }
}

interface Side {
  state: () => Promise<ServerState>
  /** Requests sent so far: each load continues in the mix where the last one ended. */
  sent: number
  loads: LoadResult[]
  cpu: number[]
}

const createSide = (state: Side['state']): Side => ({ state, sent: 0, loads: [], cpu: [] })
const runsOf = ({ loads, cpu }: Side) => ({ perSecond: loads.map(({ perSecond }) => perSecond), cpu })

async function loadSide(side: Side, file: string, load: LoadTool, seconds: number) {
  const before = await side.state()
  const one = await load.loadUrlList({ url: `${before.url}/`, headers }, { file, from: side.sent }, seconds)
  side.sent += one.requests
  side.loads.push(one)
  side.cpu.push(((await side.state()).cpu - before.cpu) / one.requests)
}

/** Mean size of the compressed bodies of the next addresses. */
async function meanBytes(url: string, paths: string[], from: number): Promise<number> {
  let sum = 0
  for (let at = 0; at < SAMPLE; at++) {
    const answer = await fetch(url + paths[(from + at) % paths.length], { headers })
    await answer.arrayBuffer()
    sum += Number(answer.headers.get('content-length'))
  }
  return Math.round(sum / SAMPLE)
}

const SAMPLE = 500

/** Processor time is of the servers without the database. */
export function mixTable(all: MixComparison[]): string[] {
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
  const head = ['caches on', 'from the cache', ...comparisonColumns]
  const rows = all.map((one) =>
    row(`${one.label}, ${(one.bytes / 1000).toFixed(1)} kB`, formatPercent(one.hitRate), ...comparisonCells(one)),
  )
  return [row(...head), row(...head.map(() => '---')), ...rows]
}
