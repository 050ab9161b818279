import { type Benchmark, say } from '../harness/benchmark.ts'
import { type Comparison, comparisonTable, loadInTurns } from '../harness/comparison.ts'
import { type BaselineProcess, besideBaseline, productSettings, type VitrineProcess } from '../harness/servers.ts'
import { galleryDataFolder } from './gallery-data.ts'

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
export const gallery: Benchmark = {
  name: 'gallery',
  description: 'Requests/s of list and home page of 320 images, next to a bare Fastify sending the same bytes.',

  async run({ images = 320 }) {
    const data = await galleryDataFolder(images)
    return besideBaseline(productSettings(data), async (vitrine, bare) => {
      const comparisons: Comparison[] = []
      for (const wish of scenarios) {
        say(wish.label)
        comparisons.push(await compare(wish, vitrine, bare))
      }
      return { lines: comparisonTable(comparisons) }
    })
  },
}

async function compare(wish: Scenario, vitrine: VitrineProcess, bare: BaselineProcess): Promise<Comparison> {
  const { url } = await vitrine.ask(wish.isUncached ? 'forget pages' : 'keep pages')
  const original = { url, headers: { 'accept-encoding': wish.encoding }, paths: [wish.path] }
  const copy = { ...original, url: (await bare.ask(original)).url }
  const [ours, least] = await loadInTurns([
    { ...original, state: () => vitrine.ask('state') },
    { ...copy, state: () => bare.ask('state') },
  ])
  return { label: wish.label, unit: 'requests/s', vitrine: ours!, baseline: least!, target: wish.target }
}
