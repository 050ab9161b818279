import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './comparison.ts'
import type { BareQuestion } from './gallery-bare.ts'
import { galleryOf } from './gallery-library.ts'
import type { VitrineQuestion } from './gallery-vitrine.ts'
import { bounds, isBorne, type Rise, riseFrom, type Step } from './knee.ts'
import { type Visitors, visitorsOf } from './load-mix.ts'
import type { Outcome, Wave } from './load-put.ts'
import { type OwnProcess, startProcess } from './own-process.ts'
import { processorTime } from './processor-time.ts'
import { keepResults } from './results-file.ts'
import type { ServerState } from './server-state.ts'

const IMAGES = 2_000
const CONNECTIONS = 128
const headers = { 'accept-encoding': 'br' }

interface Column extends Rise {
  what: string
}

interface Results {
  /** Of others on this machine, before this began: processes that would run. */
  others: number
  kept: Column
  afresh: Column
  /** What the loader itself reaches. */
  least: Column
}

export const load: Benchmark<Results> = {
  name: 'load',
  about: 'SSR, page cache and API under load: 70 % home and lists, 20 % detail, 10 % downloads, at rising rates.',

  async run(say) {
    const others = loadavg()[0]!
    const settings = { DATABASE_URL: '', DEMO: 'off', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
    const folder = await galleryOf(IMAGES, say, true)
    const vitrine = startProcess<VitrineQuestion, ServerState>('gallery-vitrine.ts', { DATA_DIR: folder, ...settings })
    const bare = startProcess<BareQuestion, ServerState>('gallery-bare.ts')
    const loader = startProcess<Wave, Outcome>('load-put.ts')
    try {
      const { url } = await vitrine.ask('state')
      const visitors = await visitorsOf(url)
      const rising = async (what: string, of: OwnProcess<'state', ServerState>, lowest: number) => {
        say(what)
        const take = (rate: number, seconds: number) => stepOf(of, loader, visitors, rate, seconds)
        return { what, ...(await riseFrom(lowest, take)) }
      }
      await vitrine.ask('forget pages')
      const afresh = await rising('every page and list made afresh', vitrine, 25)
      await vitrine.ask('keep pages')
      const kept = await rising('with page caches, as in production', vitrine, 100)
      await bare.ask({ url: `${url}/`, headers, bytes: meanBytes(kept) })
      const least = await rising('a bare Fastify sending one body of the mean size', bare, 400)
      const results = { others, kept, afresh, least }
      await keepResults('load.md', tableOf(results))
      return results
    } finally {
      await Promise.all([vitrine.end(), bare.end(), loader.end()])
    }
  },

  print: (results) => console.log(tableOf(results).join('\n')),
}

async function stepOf(
  server: OwnProcess<'state', ServerState>,
  loader: OwnProcess<Wave, Outcome>,
  visitors: Visitors,
  rate: number,
  seconds: number,
): Promise<Step> {
  const paths = visitors(Math.round(rate * seconds))
  await sleep(500) // what the last step left undone
  const { url, cpu } = await server.ask('state')
  const family = processorTime([server.pid])
  const outcome = await loader.ask({ url, headers, paths, seconds, rate, connections: CONNECTIONS })
  const own = (await server.ask('state')).cpu - cpu
  const both = family === undefined ? undefined : processorTime([server.pid])! - family
  const database = both === undefined ? undefined : Math.max(0, both - own) / outcome.good
  return { rate, seconds, ...outcome, server: own / outcome.good, database }
}

function meanBytes({ steps }: Rise): number {
  const borne = steps.filter(isBorne)
  const sum = (of: (step: Step) => number) => borne.reduce((all, step) => all + of(step), 0)
  return Math.round(sum(({ bytes }) => bytes) / sum(({ good }) => good))
}

function tableOf({ others, kept, afresh, least }: Results): string[] {
  const columns = [kept, afresh, least]
  return [
    `# Load on a library of ${IMAGES.toLocaleString('en')} images`,
    '',
    '20 % ask for the home page, 25 % for another page of a listing, 25 % for a listing through the API, 20 % for one image, 10 % download.',
    `Loader, server and database share ${availableParallelism()} cores. Requests are due at a constant rate, whatever`,
    `becomes of those before; times count from the due moment. Borne is a rate with p99 ≤ ${bounds.p99} ms, no errors and`,
    `${bounds.served * 100} % served in time. Others kept ${others.toFixed(1)} processes running before it began; more than a few tenths lower every knee.`,
    '',
    '| knee, requests/s | |',
    '|---|---|',
    ...columns.map(({ what, knee }) => `| ${what} | ${knee.toLocaleString('en')} |`),
    `| with page caches, of what the loader reaches with ${Math.round(meanBytes(kept) / 100) / 10} kB a body | ${((kept.knee / least.knee) * 100).toFixed(0)} % |`,
    ...columns.flatMap(({ what, steps }) => [
      '',
      `## ${what[0]!.toUpperCase()}${what.slice(1)}`,
      '',
      '| asked/s | for s | served/s | p50 ms | p99 ms | errors | server, ms of processor each | database | borne |',
      '|---|---|---|---|---|---|---|---|---|',
      ...steps.map(rowOf),
    ]),
  ]
}

function rowOf(step: Step): string {
  const { rate, seconds, served, p50, p99, errors, server, database } = step
  const failed = Object.entries(errors).map(([name, many]) => `${many} ${name}`)
  const cells = [
    rate.toLocaleString('en'),
    seconds,
    Math.round(served / seconds).toLocaleString('en'),
    ...[p50, p99].map((time) => time.toFixed(time < 10 ? 1 : 0)),
    failed.join(', ') || 0,
    ...[server, database].map((time) => (time === undefined ? '' : time.toFixed(2))),
    isBorne(step) ? 'yes' : 'no',
  ]
  return `| ${cells.join(' | ')} |`
}
