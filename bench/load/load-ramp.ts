import { availableParallelism, loadavg } from 'node:os'
import type { BaselineRequest } from '../gallery/baseline-server.ts'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import type { VitrineRequest } from '../gallery/vitrine-server.ts'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import type { ServerState } from '../harness/server-state.ts'
import { findKnee, isSustained, type LoadRamp, type LoadStep, slo } from './knee.ts'
import type { LoadOutcome, LoadRequest } from './load-generator.ts'
import { measureStep } from './load-step.ts'
import { createVisitorMix } from './visitor-mix.ts'

const IMAGES = 2_000

interface Column extends LoadRamp {
  label: string
}

interface Results {
  /** Of others on this machine, before this began: processes that would run. */
  otherProcesses: number
  cached: Column
  uncached: Column
  /** What the loader itself reaches. */
  baseline: Column
}

export const load: Benchmark<Results> = {
  name: 'load',
  description: 'SSR, page cache and API under load: 70 % home and lists, 20 % detail, 10 % downloads, at rising rates.',

  async run(say) {
    const otherProcesses = loadavg()[0]!
    const settings = { DATABASE_URL: '', DEMO: 'off', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
    const folder = await galleryDataFolder(IMAGES, say, true)
    const vitrine = startProcess<VitrineRequest, ServerState>(
      new URL('../gallery/vitrine-server.ts', import.meta.url),
      { DATA_DIR: folder, ...settings },
    )
    const bare = startProcess<BaselineRequest, ServerState>(new URL('../gallery/baseline-server.ts', import.meta.url))
    const loader = startProcess<LoadRequest, LoadOutcome>(new URL('./load-generator.ts', import.meta.url))
    try {
      const { url } = await vitrine.ask('state')
      const visitors = await createVisitorMix(url)
      const rising = async (what: string, of: BenchmarkProcess<'state', ServerState>, lowest: number) => {
        say(what)
        const take = (rate: number, seconds: number) => measureStep(of, loader, visitors, rate, seconds)
        return { label: what, ...(await findKnee(lowest, take)) }
      }
      await vitrine.ask('forget pages')
      const uncached = await rising('every page and list made for each request', vitrine, 25)
      await vitrine.ask('keep pages')
      const cached = await rising('with page caches, as in production', vitrine, 100)
      await bare.ask({ url: `${url}/`, headers: { 'accept-encoding': 'br' }, bytes: meanBytes(cached) })
      const baseline = await rising('a bare Fastify sending one body of the mean size', bare, 400)
      const results = { otherProcesses, cached, uncached, baseline }
      await writeResults('load.md', loadReport(results))
      return results
    } finally {
      await Promise.all([vitrine.end(), bare.end(), loader.end()])
    }
  },

  print: (results) => console.log(loadReport(results).join('\n')),
}

function meanBytes({ steps }: LoadRamp): number {
  const borne = steps.filter(isSustained)
  const sum = (of: (step: LoadStep) => number) => borne.reduce((all, step) => all + of(step), 0)
  return Math.round(sum(({ bytes }) => bytes) / sum(({ succeeded: good }) => good))
}

function loadReport({ otherProcesses, cached, uncached, baseline }: Results): string[] {
  const columns = [cached, uncached, baseline]
  const kilobytes = Math.round(meanBytes(cached) / 100) / 10
  const share = ((cached.knee / baseline.knee) * 100).toFixed(0)
  return [
    `# Load on a library of ${IMAGES.toLocaleString('en')} images`,
    '',
    '20 % ask for the home page, 25 % for another page of a listing, 25 % for a listing through the API,',
    '20 % for one image, 10 % download.',
    `Loader, server and database share ${availableParallelism()} cores. Requests are due at a constant rate, whatever`,
    `becomes of those before; times count from the due moment. Borne is a rate with p99 ≤ ${slo.p99} ms, no errors and`,
    `${slo.served * 100} % served in time. `,
    `Other processes running before: ${otherProcesses.toFixed(1)}; more than a few tenths lower every knee.`,
    '',
    '| knee, requests/s | |',
    '|---|---|',
    ...columns.map(({ label: what, knee }) => `| ${what} | ${knee.toLocaleString('en')} |`),
    `| with page caches, share of the baseline with ${kilobytes} kB a body | ${share} % |`,
    ...columns.flatMap(({ label: what, steps }) => [
      '',
      `## ${what[0]!.toUpperCase()}${what.slice(1)}`,
      '',
      '| asked/s | for s | served/s | p50 ms | p99 ms | errors | server, ms of processor each | database | borne |',
      '|---|---|---|---|---|---|---|---|---|',
      ...steps.map(stepRow),
    ]),
  ]
}

function stepRow(step: LoadStep): string {
  const { rate, seconds, succeededInTime: served, p50, p99, errors, serverCpu: server, databaseCpu: database } = step
  const failed = Object.entries(errors).map(([name, many]) => `${many} ${name}`)
  const cells = [
    rate.toLocaleString('en'),
    seconds,
    Math.round(served / seconds).toLocaleString('en'),
    ...[p50, p99].map((time) => time.toFixed(time < 10 ? 1 : 0)),
    failed.join(', ') || 0,
    ...[server, database].map((time) => (time === undefined ? '' : time.toFixed(2))),
    isSustained(step) ? 'yes' : 'no',
  ]
  return `| ${cells.join(' | ')} |`
}
