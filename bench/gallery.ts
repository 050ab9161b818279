import { type Benchmark, type Comparison, printComparisons, type Runs } from './comparison.ts'
import type { BareQuestion } from './gallery-bare.ts'
import { galleryOf } from './gallery-library.ts'
import type { VitrineQuestion } from './gallery-vitrine.ts'
import { type Loader, loader, type Target } from './load.ts'
import { type OwnProcess, startProcess } from './own-process.ts'
import type { ServerState } from './server-state.ts'

const IMAGES = 320
const ROUNDS = 4
const SECONDS = 2
const list = '/api/v1/images/approved/'

interface Wish {
  what: string
  path: string
  encoding: 'identity' | 'br'
  /** Without the page cache. */
  afresh?: boolean
  wanted?: number
}

const wishes: Wish[] = [
  { what: `list, ${list}`, path: list, encoding: 'identity' },
  { what: 'home from the page cache, brotli', path: '/', encoding: 'br', wanted: 0.8 },
  { what: 'home rendered afresh, plain', path: '/', encoding: 'identity', afresh: true, wanted: 0.05 },
]

/** What finding, rendering and checking cost beyond what sending the same bytes takes anyway. */
export const gallery: Benchmark<Comparison[]> = {
  print: printComparisons,
  name: 'gallery',
  about: `Requests/s of the list and the home page with ${IMAGES} images, beside a bare Fastify sending the same bytes.`,

  async run(say) {
    const data = await galleryOf(IMAGES, say)
    const load = loader()
    say(`Load by ${load.name}, ${ROUNDS} rounds of Vitrine, bare, bare, Vitrine, ${SECONDS} s each.`)
    const settings = { DATA_DIR: data, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
    const vitrine = startProcess<VitrineQuestion, ServerState>('gallery-vitrine.ts', settings)
    const bare = startProcess<BareQuestion, ServerState>('gallery-bare.ts')
    try {
      const comparisons: Comparison[] = []
      for (const wish of wishes) {
        say(wish.what)
        comparisons.push(await compared(wish, vitrine, bare, load))
      }
      return comparisons
    } finally {
      await Promise.all([vitrine.end(), bare.end()])
    }
  },
}

type Vitrine = OwnProcess<VitrineQuestion, ServerState>
type Bare = OwnProcess<BareQuestion, ServerState>

async function compared(wish: Wish, vitrine: Vitrine, bare: Bare, load: Loader): Promise<Comparison> {
  const headers = { 'accept-encoding': wish.encoding }
  const { url } = await vitrine.ask(wish.afresh ? 'forget pages' : 'keep pages')
  const original = { url: url + wish.path, headers }
  const copy = { url: `${(await bare.ask(original)).url}/`, headers }
  const [ours, least] = [noRuns(), noRuns()]
  const sides = [
    () => measure(original, () => vitrine.ask('state'), load, ours),
    () => measure(copy, () => bare.ask('state'), load, least),
  ]
  for (const { url } of [original, copy]) await load.put({ url, headers }, SECONDS) // until the code is hot
  for (let round = 0; round < ROUNDS; round++) for (const side of [...sides, ...sides.toReversed()]) await side()
  return { what: wish.what, unit: 'requests/s', vitrine: ours, bare: least, wanted: wish.wanted }
}

const noRuns = () => ({ perSecond: [] as number[], cpu: [] as number[] })

async function measure(target: Target, state: () => Promise<ServerState>, load: Loader, runs: Required<Runs>) {
  const before = await state()
  const { requests, perSecond } = await load.put(target, SECONDS)
  const after = await state()
  runs.perSecond.push(perSecond)
  runs.cpu.push((after.cpu - before.cpu) / requests)
}
