import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import { listingKinds } from './listing-kinds.ts'
import { compareMixes, type MixComparison } from './listing-mix.ts'
import type { Approvals, Measurement } from './measurement.ts'
import type { FillTimes, ScaleRequest } from './scale-process.ts'
import { growthReport, scaleReport } from './scale-report.ts'

export interface ScaleResults {
  images: number
  fillTimes: FillTimes
  /** `eight` are clients at once. */
  listings: { what: string; lists: Measurement; eight: Measurement; plain: Measurement }[]
  mixes: { clients: number; lists: Measurement; plain: Measurement }[]
  approvals: Approvals
  /** Over HTTP, with the site's caches. */
  http: MixComparison[]
}

export const scale: Benchmark<ScaleResults> = {
  name: 'scale',
  description: 'Every listing of a large library (--images) through the lists and by plain SQL, in one run.',

  async run(say, { images }) {
    const folder = join(await cacheFolder(), `scale-${images}`)
    const settings = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent' }
    const vitrine = startProcess<ScaleRequest, unknown>(new URL('./scale-process.ts', import.meta.url), settings)
    const ask = <Answer>(question: ScaleRequest) => vitrine.ask(question) as Promise<Answer>
    try {
      const fillTimes = await ask<FillTimes>({ what: 'fill', images })
      say(`Library in ${Math.round(fillTimes.rows)} s, lists in ${Math.round(fillTimes.postings)} s.`)
      const listings: ScaleResults['listings'] = []
      for (const what of listingKinds) {
        say(what)
        const by = (by: 'lists' | 'plain', clients: number, most: number) =>
          ask<Measurement>({ what: 'listing', name: what, by, clients, most })
        listings.push({ what, lists: await by('lists', 1, 60), eight: await by('lists', 8, 400), plain: await by('plain', 1, 20) }) // biome-ignore format: one row
      }
      const mixes: ScaleResults['mixes'] = []
      for (const clients of [1, 8]) {
        say(`all kinds, ${clients} at once`)
        const by = (by: 'lists' | 'plain') => ask<Measurement>({ what: 'mixed', by, clients, seconds: 10 })
        mixes.push({ clients, lists: await by('lists'), plain: await by('plain') })
      }
      say('approvals')
      const approvals = await ask<Approvals>({ what: 'approvals' })
      const http = await compareMixes(folder, images, say)
      const results = { images, fillTimes, listings, mixes, approvals, http }
      await saveResults(results)
      return results
    } finally {
      await vitrine.end()
    }
  },

  print: (results) => console.log(scaleReport(results).join('\n')),
}

/** Beside the tables of other sizes, which show how costs grow. */
async function saveResults(results: ScaleResults) {
  const cache = await cacheFolder()
  await writeFile(join(cache, `scale-${results.images}.json`), JSON.stringify(results))
  await writeResults(`scale-${results.images}.md`, scaleReport(results))
  const names = (await readdir(cache)).filter((name) => /^scale-\d+\.json$/.test(name))
  const sizes = names.map(async (name) => JSON.parse(await readFile(join(cache, name), 'utf8')) as ScaleResults)
  await writeResults('scale-growth.md', growthReport(await Promise.all(sizes)))
}
