import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { downloadSizes } from '@vitrine/contract/vocabulary/filters'
import { aPng } from '../../server/test/png.ts'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { type Account, type Contributor, register, signIn } from '../harness/contributor.ts'
import { median } from '../harness/median.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import type { Attack, AttackOutcome } from './attack-process.ts'
import { type Probe, probe } from './probe.ts'

const IMAGES = 2_000
const settings = { PORT: '0', LOG_LEVEL: 'error', THROTTLE: 'off', TRUST_PROXY: '127.0.0.1', QUOTA_PENDING_NEW: '0' }

/** One row of the report: what other people notice of one who asks for too much. */
interface Row {
  label: string
  idle: string
  during: string
  wanted: string
  /** Of the answers to the one who asks for too much. */
  statuses?: AttackOutcome
}

type Attacker = BenchmarkProcess<Attack, AttackOutcome>

interface Site {
  product: Product
  attacker: Attacker
  greedy: Account
  other: Contributor
}

export const fairness: Benchmark<Row[]> = {
  name: 'fairness',
  description: 'What others notice of one who uploads, edits, downloads or sends tables without a pause.',

  async run(say) {
    const folder = await galleryDataFolder(IMAGES, say)
    const rows: Row[] = []
    for (const workers of [2, 1]) {
      await withSite(folder, { IMAGE_WORKERS: String(workers) }, async (site) => {
        for (const measure of workers === 2 ? [...uploadScenarios(2), ...otherScenarios] : uploadScenarios(1)) {
          const row = await measure(site)
          say(`${row.label}: ${row.idle} -> ${row.during}`)
          rows.push(row)
        }
      })
    }
    await writeResults('fairness.md', report(rows))
    return rows
  },

  print: (rows) => console.log(report(rows).join('\n')),
}

async function withSite(folder: string, own: Record<string, string>, task: (site: Site) => Promise<void>) {
  const product = await startProduct(folder, { ...settings, ...own })
  const attacker: Attacker = startProcess(new URL('./attack-process.ts', import.meta.url))
  try {
    const greedy = await register(product.url, 'greedy-one')
    const other = await signIn(product.url, await register(product.url, 'other-one'))
    await task({ product, attacker, greedy, other })
  } finally {
    await attacker.end()
    await product.end()
  }
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`
const both = ({ p50, p99, failed }: Probe) => `${ms(p50)} / ${ms(p99)}${failed ? `, ${failed} failed` : ''}`

let seed = 1_000_000
/** The time of another contributor's small upload. */
async function smallUpload(other: Contributor): Promise<number> {
  const { status, ms: time } = await other.upload(aPng({ seed, text: { Comment: String(seed++) } }))
  return status === 201 ? time : Number.POSITIVE_INFINITY
}

async function smallUploads(other: Contributor, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await smallUpload(other))
  return times
}

type Scenario = (site: Site) => Promise<Row>

const uploadScenarios = (workers: number): Scenario[] => [
  async ({ product, attacker, greedy, other }) => {
    const idle = median(await smallUploads(other, 5))
    const slow = attacker.ask({ kind: 'heavy uploads', url: product.url, account: greedy, count: 24 })
    await sleep(1_500)
    const times = await smallUploads(other, 5)
    return {
      label: `24 slow pictures of one person, ${workers} workers: another's small upload, median / slowest of 5`,
      idle: ms(idle),
      during: `${ms(median(times))} / ${ms(Math.max(...times))}`,
      wanted: workers > 1 ? '≤ 500 ms' : 'one slow picture',
      statuses: await slow,
    }
  },
  async ({ product, attacker, greedy, other }) => {
    const idle = median(await smallUploads(other, 5))
    const began = performance.now()
    const attack = { kind: 'heavy uploads', url: product.url, account: greedy, count: 20, abortAfterMs: 1_200 } as const
    const statuses = await attacker.ask(attack)
    const aborted = performance.now() - began
    const time = await smallUpload(other)
    return {
      label: `20 slow uploads cancelled after ${ms(aborted)}, ${workers} workers: another's small upload`,
      idle: ms(idle),
      during: ms(time),
      wanted: '≤ 2 s',
      statuses,
    }
  },
]

const home = () => '/'
const approved = () => endpointPath(gallery.approved)
/** A search that was never made before; most find nothing, as each has a number. */
const search = () => `${approved()}?title=${['star', 'red', 'apple', 'bird'][seed % 4]}&page=1&keyword=word${seed++}`

/** Probes before and during an attack that goes on by itself. */
async function beside(site: Site, attack: Attack, what: Omit<Row, 'idle' | 'during'>, nextPath: () => string) {
  const { url } = site.product
  const idle = await probe(url, 4, nextPath)
  const attacking = site.attacker.ask(attack)
  await sleep(1_500)
  const during = await probe(url, 6, nextPath)
  return { ...what, idle: both(idle), during: both(during), statuses: await attacking }
}

/** Seconds of an attack: longer than the probe beside it. */
const SECONDS = 9

const csvScenario =
  (rows: 'empty' | 'valid'): Scenario =>
  (site) => {
    const attack = { kind: 'csv', connections: 4, seconds: SECONDS, rows } as const
    const label = `CSV of 4.9 MB by four connections, ${rows} rows: cached home page, p50 / p99`
    return beside(
      site,
      { ...attack, url: site.product.url, account: site.greedy },
      { label, wanted: 'p99 + 100 ms' },
      home,
    )
  }

const editScenario =
  (what: string, nextPath: () => string): Scenario =>
  async (site) => {
    const { url } = site.product
    const person = await signIn(url, site.greedy)
    const { imageId } = await person.upload(aPng({ seed: seed++ }))
    const attack = { kind: 'edits', connections: 60, seconds: SECONDS, imageId: imageId! } as const
    const label = `60 parallel edits by one person: ${what}, p50 / p99`
    return beside(site, { ...attack, url, account: site.greedy }, { label, wanted: 'p50 ≤ 2 × idle' }, nextPath)
  }

async function downloadPaths(url: string): Promise<string[]> {
  const { images } = (await (await fetch(url + approved())).json()) as { images: { cloudflare_id: string }[] }
  return images.map(({ cloudflare_id }) => endpointPath(gallery.download, { cloudflare_id }))
}

const rangeScenario: Scenario = async (site) => {
  const { url } = site.product
  const [path] = await downloadPaths(url)
  const label = 'One-byte downloads by 60 connections of as many networks: uncached search, p50 / p99'
  const attack = { kind: 'ranges', connections: 60, seconds: SECONDS, path: path! } as const
  return beside(site, { ...attack, url, account: site.greedy }, { label, wanted: 'p50 ≤ 2 × idle' }, search)
}

const derivativeScenario: Scenario = async (site) => {
  const { url } = site.product
  const paths = (await downloadPaths(url)).flatMap((path) =>
    downloadSizes.map((size) => `${path}?format=webp&size=${size}`),
  )
  const label = 'New derivatives asked for by 60 connections: uncached search, p50 / p99'
  const attack = { kind: 'derivatives', connections: 60, seconds: SECONDS, paths } as const
  return beside(site, { ...attack, url, account: site.greedy }, { label, wanted: 'p50 ≤ 2 × idle' }, search)
}

const otherScenarios: Scenario[] = [
  async ({ product, attacker, greedy }) => {
    const second: Attacker = startProcess(new URL('./attack-process.ts', import.meta.url))
    const attack = { kind: 'heavy uploads', url: product.url, count: 20 } as const
    const another = await register(product.url, 'another-one')
    const began = performance.now()
    const [one, two] = await Promise.all([
      attacker.ask({ ...attack, account: greedy }),
      second.ask({ ...attack, account: another }),
    ])
    await second.end()
    return {
      label: 'Two contributors send 20 large pictures each at the same time',
      idle: '',
      during: `${one[201] ?? 0} + ${two[201] ?? 0} taken in ${ms(performance.now() - began)}`,
      wanted: '20 + 20 taken',
    }
  },
  async ({ other }) => {
    const began = performance.now()
    const statuses = await uploadADay(other)
    const label = `${DAY.toLocaleString('en')} pictures of one contributor, one after the other`
    const during = `${statuses[201] ?? 0} taken in ${ms(performance.now() - began)}`
    return { label, idle: '', during, wanted: 'no limit met', statuses }
  },
  csvScenario('empty'),
  csvScenario('valid'),
  editScenario('cached list', approved),
  editScenario('uncached search', search),
  rangeScenario,
  derivativeScenario,
  async ({ product }) => {
    const megabytes = async () => Math.round(((await product.memory()) ?? Number.NaN) / 2 ** 20)
    const start = await megabytes()
    await requestOddAddresses(product.url, 110_000)
    const peak = await megabytes()
    await sleep(10_000)
    return {
      label: '110,000 odd addresses: memory of the web process',
      idle: `${start} MB`,
      during: `+${peak - start} MB, after 10 s +${(await megabytes()) - start} MB`,
      wanted: '< +300 MB, back in 10 s',
    }
  },
]

/** What a diligent contributor uploads in a day. */
const DAY = 2_000

/** Two at a time, as the browser sends them. */
async function uploadADay(other: Contributor): Promise<AttackOutcome> {
  const statuses: AttackOutcome = {}
  let left = DAY
  const connection = async () => {
    while (left-- > 0) {
      const { status } = await other.upload(aPng({ seed, text: { Comment: String(seed++) } }))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all([connection(), connection()])
  return statuses
}

async function requestOddAddresses(url: string, count: number) {
  const address = [
    (n: number) => `/admin/person-${n}/`,
    (n: number) => `//nowhere-${n}/`,
    (n: number) => `/?title=word-${n}`,
  ]
  let next = 0
  const client = async () => {
    for (let n = next++; n < count; n = next++)
      await fetch(url + address[n % 3]!(n), { redirect: 'manual' }).then((answer) => answer.arrayBuffer())
  }
  await Promise.all(Array.from({ length: 32 }, client))
}

function report(rows: Row[]): string[] {
  return [
    '# What others notice of one who asks for too much',
    '',
    `A library of ${IMAGES.toLocaleString('en')} images.`,
    `Site, database and clients share ${availableParallelism()} cores.`,
    `Load of this machine at the end: ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| | idle | during | wanted | answers to them |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${[row.label, row.idle, row.during, row.wanted, formatStatuses(row.statuses)].join(' | ')} |`,
    ),
  ]
}

const formatStatuses = (statuses: AttackOutcome = {}) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status === '0' ? 'none' : status}`)
    .join(', ')
