import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import { type Benchmark, type Comparison, printComparisons, type Runs } from '../harness/comparison.ts'
import type { ServerState } from '../harness/server-state.ts'
import { findLoadTool, type LoadTool, type Target } from '../load/load-tool.ts'
import type { BaselineRequest } from './baseline-server.ts'
import { galleryDataFolder } from './gallery-data.ts'
import type { VitrineRequest } from './vitrine-server.ts'

const IMAGES = 320
const ROUNDS = 4
const SECONDS = 2
const listPath = '/api/v1/images/approved/'

interface Scenario {
  label: string
  path: string
  encoding: 'identity' | 'br'
  /** Without the page cache. */
  isUncached?: boolean
  target?: number
}

const scenarios: Scenario[] = [
  { label: `list, ${listPath}`, path: listPath, encoding: 'identity' },
  { label: 'home from the page cache, brotli', path: '/', encoding: 'br', target: 0.8 },
  { label: 'home rendered for each request, plain', path: '/', encoding: 'identity', isUncached: true, target: 0.05 },
]

/** What finding, rendering and checking cost beyond what sending the same bytes takes anyway. */
export const gallery: Benchmark<Comparison[]> = {
  print: printComparisons,
  name: 'gallery',
  description: `Requests/s of list and home page with ${IMAGES} images, next to a bare Fastify sending the same bytes.`,

  async run(say) {
    const data = await galleryDataFolder(IMAGES, say)
    const load = findLoadTool()
    say(`Load by ${load.name}, ${ROUNDS} rounds of Vitrine, bare, bare, Vitrine, ${SECONDS} s each.`)
    const settings = { DATA_DIR: data, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
    const vitrine = startProcess<VitrineRequest, ServerState>(new URL('./vitrine-server.ts', import.meta.url), settings)
    const bare = startProcess<BaselineRequest, ServerState>(new URL('./baseline-server.ts', import.meta.url))
    try {
      const comparisons: Comparison[] = []
      for (const wish of scenarios) {
        say(wish.label)
        comparisons.push(await compare(wish, vitrine, bare, load))
      }
      return comparisons
    } finally {
      await Promise.all([vitrine.end(), bare.end()])
    }
  },
}

type VitrineProcess = BenchmarkProcess<VitrineRequest, ServerState>
type BaselineProcess = BenchmarkProcess<BaselineRequest, ServerState>

async function compare(
  wish: Scenario,
  vitrine: VitrineProcess,
  bare: BaselineProcess,
  load: LoadTool,
): Promise<Comparison> {
  const headers = { 'accept-encoding': wish.encoding }
  const { url } = await vitrine.ask(wish.isUncached ? 'forget pages' : 'keep pages')
  const original = { url: url + wish.path, headers }
  const copy = { url: `${(await bare.ask(original)).url}/`, headers }
  const [ours, least] = [emptyRuns(), emptyRuns()]
  const sides = [
    () => measure(original, () => vitrine.ask('state'), load, ours),
    () => measure(copy, () => bare.ask('state'), load, least),
  ]
  for (const { url } of [original, copy]) await load.loadUrl({ url, headers }, SECONDS) // until the code is hot
  for (let round = 0; round < ROUNDS; round++) for (const side of [...sides, ...sides.toReversed()]) await side()
  return { label: wish.label, unit: 'requests/s', vitrine: ours, baseline: least, target: wish.target }
}

const emptyRuns = () => ({ perSecond: [] as number[], cpu: [] as number[] })

async function measure(target: Target, state: () => Promise<ServerState>, load: LoadTool, runs: Required<Runs>) {
  const before = await state()
  const { requests, perSecond } = await load.loadUrl(target, SECONDS)
  const after = await state()
  runs.perSecond.push(perSecond)
  runs.cpu.push((after.cpu - before.cpu) / requests)
}
