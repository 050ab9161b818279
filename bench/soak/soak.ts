import { setTimeout as sleep } from 'node:timers/promises'
import { aPng } from '../../server/test/png.ts'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { type Contributor, type Outcome, register, signIn } from '../harness/contributor.ts'
import { type ProcessState, processState } from '../harness/process-state.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import type { LoadOutcome, LoadRequest } from '../load/load-generator.ts'
import { createVisitorMix } from '../load/visitor-mix.ts'

const IMAGES = 2_000
/** Visitors' requests a second. */
const RATE = 40
const SECONDS_BETWEEN_UPLOADS = 2
const SECONDS_BETWEEN_SAMPLES = 15
/** Milliseconds after which both people sign in again: an access token is valid for 15 minutes. */
const SESSION_MS = 300_000
/** Share of the run before memory counts: caches fill, code is compiled. */
const WARM_UP = 1 / 3

interface Sample extends ProcessState {
  minute: number
}

interface Results {
  minutes: number
  samples: Sample[]
  requests: number
  uploads: number
  /** How often each status, other than a good one, was answered to visitors and to the contributor. */
  errors: Record<string, number>
}

type Tally = Pick<Results, 'requests' | 'uploads' | 'errors'>

export const soak: Benchmark<Results> = {
  name: 'soak',
  description: 'Memory and file descriptors under visitors, uploads, approvals and deletions; --minutes 30.',

  async run(say, { minutes }) {
    const settings = { PORT: '0', LOG_LEVEL: 'error', THROTTLE: 'off' }
    const quotas = { QUOTA_UPLOADS_PER_HOUR: '0', QUOTA_PENDING_NEW: '0' }
    const product = await startProduct(await galleryDataFolder(IMAGES, say, true), { ...settings, ...quotas })
    const tally: Tally = { requests: 0, uploads: 0, errors: {} }
    const until = performance.now() + minutes * 60_000
    try {
      const [samples] = await Promise.all([
        takeSamples(product, until, say),
        visit(product.url, until, tally),
        contribute(product.url, until, tally),
      ])
      const results = { minutes, samples, ...tally }
      await writeResults('soak.md', report(results))
      return results
    } finally {
      await product.end()
    }
  },

  print: (results) => console.log(report(results).join('\n')),
}

const isOver = (until: number) => performance.now() >= until

async function takeSamples({ pid }: Product, until: number, say: (line: string) => void): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  while (!isOver(until)) {
    const sample = { minute: (performance.now() - began) / 60_000, ...(await processState(pid)) }
    samples.push(sample)
    if (samples.length % 8 === 1) say(sampleCells(sample).join('   '))
    await sleep(SECONDS_BETWEEN_SAMPLES * 1000)
  }
  return samples
}

async function visit(url: string, until: number, tally: Tally): Promise<void> {
  const loader = startProcess<LoadRequest, LoadOutcome>(new URL('../load/load-generator.ts', import.meta.url))
  const nextPaths = await createVisitorMix(url)
  const headers = { 'accept-encoding': 'br' }
  while (!isOver(until)) {
    const seconds = Math.max(1, Math.min(30, (until - performance.now()) / 1000))
    const paths = nextPaths(Math.round(RATE * seconds))
    const outcome = await loader.ask({ url, headers, paths, seconds, rate: RATE, connections: 32 })
    tally.requests += outcome.sent
    for (const [status, count] of Object.entries(outcome.errors)) countError(tally, `visit ${status}`, count)
  }
  await loader.end()
}

function countError({ errors }: Tally, name: string, count: number) {
  errors[name] = (errors[name] ?? 0) + count
}

/** Each picture is uploaded, renamed and approved; the one of half a minute before goes to the trash. */
async function contribute(url: string, until: number, tally: Tally): Promise<void> {
  const accounts = [await register(url, 'steady-one'), { email: 'curator@people.example', password: 'correct-horse' }]
  const signInBoth = () => Promise.all(accounts.map((account) => signIn(url, account)))
  let [contributor, admin] = await signInBoth()
  let signedInAt = performance.now()
  const approved: number[] = []
  for (let seed = 5_000_000; !isOver(until); seed++) {
    const due = sleep(SECONDS_BETWEEN_UPLOADS * 1000)
    if (performance.now() - signedInAt > SESSION_MS) {
      ;[contributor, admin] = await signInBoth()
      signedInAt = performance.now()
    }
    const id = await publishOne(contributor!, admin!, seed, tally)
    if (id) approved.push(id)
    if (approved.length > 15) countFailure(tally, 'trash', await contributor!.moveToTrash([approved.shift()!]))
    await due
  }
}

async function publishOne(contributor: Contributor, admin: Contributor, seed: number, tally: Tally) {
  const uploaded = await contributor.upload(aPng({ seed, width: 300 + (seed % 700), height: 200 + (seed % 400) }))
  countFailure(tally, 'upload', uploaded)
  const id = uploaded.imageId
  if (!id) return
  tally.uploads++
  countFailure(tally, 'rename', await contributor.rename(id, `Steady picture ${seed}`))
  countFailure(tally, 'approve', await admin.approve([id]))
  return id
}

function countFailure(tally: Tally, what: string, { status }: Outcome) {
  tally.requests++
  if (status < 200 || status > 299) countError(tally, `${what} ${status}`, 1)
}

/** MB a minute, by least squares over the samples after the warm-up. */
function slope(samples: Sample[], value: (sample: Sample) => number): number {
  const counted = samples.slice(Math.floor(samples.length * WARM_UP))
  const mean = (of: (sample: Sample) => number) => counted.reduce((sum, one) => sum + of(one), 0) / counted.length
  const [meanMinute, meanValue] = [mean(({ minute }) => minute), mean(value)]
  const covariance = mean((one) => (one.minute - meanMinute) * (value(one) - meanValue))
  return covariance / mean((one) => (one.minute - meanMinute) ** 2)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
const sampleCells = ({ minute, serverMemory, workerMemory, workers, fileDescriptors }: Sample) => [
  `${minute.toFixed(1)} min`,
  megabytes(serverMemory),
  `${megabytes(workerMemory)} in ${workers}`,
  String(fileDescriptors),
]

function report({ minutes, samples, requests, uploads, errors }: Results): string[] {
  const failed = Object.entries(errors).map(([name, count]) => `${count} × ${name}`)
  const perMinute = (value: (sample: Sample) => number) => (slope(samples, value) / 2 ** 20).toFixed(2)
  const every = Math.max(1, Math.floor(samples.length / 15))
  return [
    `# ${minutes} minutes of mixed load`,
    '',
    `A library of ${IMAGES.toLocaleString('en')} images; ${RATE} requests of visitors a second, and every`,
    `${SECONDS_BETWEEN_UPLOADS} s an upload, its approval, an edit and a deletion. Memory is the proportional set size`,
    'of the server and of its image workers, without PostgreSQL.',
    '',
    `Requests: ${requests.toLocaleString('en')}, of them uploads: ${uploads}; errors: ${failed.join(', ') || 'none'}.`,
    `After the warm-up (a third of the run) the server grew by ${perMinute((one) => one.serverMemory)} MiB a minute,`,
    `server and workers by ${perMinute((one) => one.serverMemory + one.workerMemory)}`,
    `(file descriptors: ${slope(samples, (one) => one.fileDescriptors).toFixed(2)} a minute).`,
    '',
    '| after | server | image workers | file descriptors |',
    '|---|---|---|---|',
    ...samples.filter((_, at) => at % every === 0).map((sample) => `| ${sampleCells(sample).join(' | ')} |`),
  ]
}
