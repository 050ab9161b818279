import { setTimeout as sleep } from 'node:timers/promises'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import type { VitrineRequest } from '../gallery/vitrine-server.ts'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import type { ServerState } from '../harness/server-state.ts'
import { findKnee } from './knee.ts'
import type { LoadOutcome, LoadRequest } from './load-generator.ts'
import { measureStep } from './load-step.ts'
import { createVisitorMix, type NextPaths } from './visitor-mix.ts'

const IMAGES = 2_000
/** How far beyond the knee, and for how many seconds. */
const [FACTOR, SECONDS] = [3, 30]
/** As many clients as find a free connection at once. */
const CONNECTIONS = 1_024

interface Phase extends LoadOutcome {
  label: string
  rate: number
}

interface Overload {
  label: string
  knee: number
  phases: Phase[]
}

export const overload: Benchmark<Overload[]> = {
  name: 'overload',
  description: 'Three times the knee of `load` for 30 s: what is answered, what is refused, how soon all is as before.',

  async run(say) {
    const settings = { DATABASE_URL: '', DEMO: 'off', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' }
    const folder = await galleryDataFolder(IMAGES, say, true)
    const vitrine = startProcess<VitrineRequest, ServerState>(
      new URL('../gallery/vitrine-server.ts', import.meta.url),
      { DATA_DIR: folder, ...settings },
    )
    const loader = startProcess<LoadRequest, LoadOutcome>(new URL('./load-generator.ts', import.meta.url))
    try {
      const { url } = await vitrine.ask('state')
      const visitors = await createVisitorMix(url)
      const results: Overload[] = []
      for (const [label, caching, lowest] of [
        ['every page and list made for each request', 'forget pages', 25],
        ['with page caches, as in production', 'keep pages', 100],
      ] as const) {
        say(label)
        await vitrine.ask(caching)
        const { knee } = await findKnee(lowest, (rate, seconds) =>
          measureStep(vitrine, loader, visitors, rate, seconds),
        )
        say(`the knee is ${knee}/s`)
        results.push({ label, knee, phases: await overloadPhases({ url, loader, visitors, knee }) })
      }
      await writeResults('overload.md', report(results))
      return results
    } finally {
      await Promise.all([vitrine.end(), loader.end()])
    }
  },

  print: (results) => console.log(report(results).join('\n')),
}

interface Site {
  url: string
  loader: BenchmarkProcess<LoadRequest, LoadOutcome>
  visitors: NextPaths
  knee: number
}

async function overloadPhases({ url, loader, visitors, knee }: Site): Promise<Phase[]> {
  const phase = async (label: string, rate: number, seconds: number): Promise<Phase> => {
    const paths = visitors(Math.round(rate * seconds))
    const headers = { 'accept-encoding': 'br' }
    const request = { url, headers, paths, seconds, rate, connections: CONNECTIONS, isTimedFromSending: true }
    return { label, rate: Math.round(rate), ...(await loader.ask(request)) }
  }
  const before = await phase('half the knee, before', knee / 2, 4)
  const during = await phase(`${FACTOR} times the knee`, knee * FACTOR, SECONDS)
  await sleep(2_000) // the generator has waited 3 s for late answers
  return [before, during, await phase('half the knee, 5 s after', knee / 2, 4)]
}

function report(results: Overload[]): string[] {
  return [
    `# ${FACTOR} times the knee for ${SECONDS} s`,
    '',
    `A library of ${IMAGES.toLocaleString('en')} images and the visitors of [load](load.md); generator, server and`,
    'database share the cores. Times count from sending a request, answers of 200 alone.',
    ...results.flatMap(({ label, knee, phases }) => [
      '',
      `## ${label[0]!.toUpperCase()}${label.slice(1)}: knee ${knee.toLocaleString('en')}/s`,
      '',
      '| | asked/s | answered | p50 ms | p99 ms | others |',
      '|---|---|---|---|---|---|',
      ...phases.map(phaseRow),
    ]),
  ]
}

function phaseRow({ label, rate, succeeded, p50Succeeded, p99Succeeded, errors }: Phase): string {
  const others = Object.entries(errors).map(([name, count]) => `${count.toLocaleString('en')} × ${name}`)
  const times = [p50Succeeded, p99Succeeded].map((time) => time.toFixed(time < 10 ? 1 : 0))
  const counts = [rate, succeeded].map((count) => count.toLocaleString('en'))
  return `| ${[label, ...counts, ...times, others.join(', ') || 'none'].join(' | ')} |`
}
