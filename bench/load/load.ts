import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { type Benchmark, say, table } from '../harness/benchmark.ts'
import type { BenchmarkProcess, ServerState } from '../harness/benchmark-process.ts'
import { formatMs, formatNumber, formatShare, sum } from '../harness/figures.ts'
import { startGenerator } from '../harness/load-tool.ts'
import { processTreeCpuTime } from '../harness/processes.ts'
import { besideBaseline, productSettings } from '../harness/servers.ts'
import { findKnee, isSustained, type LoadStep, slo, type TakeStep } from './knee.ts'
import { createVisitorMix, type NextPaths } from './visitor-mix.ts'

/** How far beyond the knee the overload is, and for how many seconds. */
const [FACTOR, OVERLOAD_SECONDS] = [3, 20]
/** Of the overload, as many as find a free connection at once. */
const [CONNECTIONS, OVERLOAD_CONNECTIONS] = [128, 1_024]
const headers = { 'accept-encoding': 'br' }

interface Ramp {
  label: string
  knee: number
  /** In the order in which they were taken. */
  steps: LoadStep[]
}

export const load: Benchmark = {
  name: 'load',
  description:
    'SSR, page cache and API at rising rates and in overload: 70 % home and lists, 20 % detail, 10 % downloads.',

  async run({ images = 2_000 }) {
    const otherProcesses = loadavg()[0]!
    const settings = productSettings(await galleryDataFolder(images, true))
    return besideBaseline(settings, async (vitrine, bare) => {
      const { url } = await vitrine.ask('state')
      const visitors = await createVisitorMix(url)
      const rise = async (
        label: string,
        server: BenchmarkProcess<'state', ServerState>,
        lowest: number,
      ): Promise<Ramp> => {
        say(label)
        return { label, ...(await findKnee(lowest, stepsOf(server, visitors))) }
      }
      await vitrine.ask('forget pages')
      const uncached = await rise('every page and list made for each request', vitrine, 25)
      uncached.steps.push(...(await overload(stepsOf(vitrine, visitors), uncached)))
      await vitrine.ask('keep pages')
      const cached = await rise('with page caches, as in production', vitrine, 100)
      cached.steps.push(...(await overload(stepsOf(vitrine, visitors), cached)))
      const bytes = meanBytes(cached)
      await bare.ask({ url, paths: ['/'], headers, bytes })
      const baseline = await rise('a bare Fastify sending one body of the mean size', bare, 400)
      return { lines: report([cached, uncached, baseline], { images, bytes, otherProcesses }), file: 'load.md' }
    })
  },
}

/** Half the knee, a multiple of it, and half of it again. */
async function overload(take: TakeStep, { knee }: Ramp): Promise<LoadStep[]> {
  if (!knee) return []
  say(`${FACTOR} times the knee, which is ${knee}/s`)
  const before = await take(knee / 2, 4)
  const during = await take(knee * FACTOR, OVERLOAD_SECONDS, OVERLOAD_CONNECTIONS)
  await sleep(1_500) // the generator has waited 3 s for late answers, and the next step waits half a second
  return [before, during, await take(knee / 2, 4)]
}

/** Asks a server at one rate, and measures what it costs. */
function stepsOf(server: BenchmarkProcess<'state', ServerState>, visitors: NextPaths): TakeStep {
  return async (exactRate, seconds, connections = CONNECTIONS) => {
    const rate = Math.round(exactRate)
    const generator = startGenerator()
    await sleep(500) // what the last step left undone
    const { url, cpu } = await server.ask('state')
    const family = processTreeCpuTime(server.pid)
    const outcome = await generator.ask({ url, headers, paths: visitors(rate * seconds), seconds, rate, connections })
    const own = (await server.ask('state')).cpu - cpu
    const database = Math.max(0, processTreeCpuTime(server.pid) - family - own)
    await generator.end()
    return { rate, seconds, ...outcome, serverCpu: own / outcome.succeeded, databaseCpu: database / outcome.succeeded }
  }
}

function meanBytes({ steps }: Ramp): number {
  const borne = steps.filter(isSustained)
  return Math.round(sum(borne.map(({ bytes }) => bytes)) / sum(borne.map(({ succeeded }) => succeeded)))
}

function report(
  ramps: Ramp[],
  { images, bytes, otherProcesses }: Record<'images' | 'bytes' | 'otherProcesses', number>,
) {
  const [cached, , baseline] = ramps
  const share = formatShare(cached!.knee / baseline!.knee)
  const columns = ['asked/s', 'for s', 'served/s', 'p50 ms', 'p99 ms', 'errors', 'server, ms of processor each']
  return [
    `# Load on a library of ${formatNumber(images)} images`,
    '',
    '20 % ask for the home page, 25 % for another page of a listing, 25 % for a listing through the API,',
    '20 % for one image, 10 % download.',
    `Loader, server and database share ${availableParallelism()} cores. Requests are due at a constant rate, whatever`,
    'becomes of those before; times of good answers count from then.',
    `Borne is a rate with p99 ≤ ${slo.p99} ms, no errors and ${slo.served * 100} % served in time.`,
    `The last three steps of the product are half the knee, ${FACTOR} times it and half of it again.`,
    `Other processes running before: ${otherProcesses.toFixed(1)}; more than a few tenths lower every knee.`,
    '',
    ...table(
      ['knee, requests/s', ''],
      [
        ...ramps.map(({ label, knee }) => [label, formatNumber(knee)]),
        [`with page caches, share of the baseline with ${(bytes / 1000).toFixed(1)} kB a body`, share],
      ],
    ),
    ...ramps.flatMap(({ label, steps }) => [
      '',
      `## ${label[0]!.toUpperCase()}${label.slice(1)}`,
      '',
      ...table([...columns, 'database', 'borne'], steps.map(stepRow)),
    ]),
  ]
}

function stepRow(step: LoadStep): (string | number)[] {
  const { rate, seconds, succeededInTime, p50, p99, errors, serverCpu, databaseCpu } = step
  const failed = Object.entries(errors).map(([name, many]) => `${formatNumber(many)} × ${name}`)
  return [
    formatNumber(rate),
    seconds,
    formatNumber(Math.round(succeededInTime / seconds)),
    ...[p50, p99].map(formatMs),
    failed.join(', ') || 0,
    ...[serverCpu, databaseCpu].map((time) => time.toFixed(2)),
    isSustained(step) ? 'yes' : 'no',
  ]
}
