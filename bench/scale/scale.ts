import { readdir, readFile, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import { listingKinds } from './listing-kinds.ts'
import { compareMixes } from './listing-mix.ts'
import type { Approvals, Measurement } from './measurement.ts'
import type { FillTimes, ScaleRequest, SearchMethod } from './scale-process.ts'
import { growthReport, type ScaleResults, scaleReport } from './scale-report.ts'

/** Shared buffers of PostgreSQL: a quarter of the memory, as its documentation advises for large libraries. */
const BUFFERS_MB = Math.min(8192, Math.floor(totalmem() / 4 / 2 ** 20))

export const scale: Benchmark<ScaleResults> = {
  name: 'scale',
  description: 'Every listing of a large library (--images) through the index and by plain SQL, in one run.',

  async run(say, { images }) {
    const folder = join(await cacheFolder(), `scale-${images}`)
    const library = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', WORD_TABLES: 'off', LOG_LEVEL: 'silent' }
    const settings = { ...library, EMBEDDED_BUFFERS_MB: String(BUFFERS_MB) }
    const vitrine = startProcess<ScaleRequest, unknown>(new URL('./scale-process.ts', import.meta.url), settings)
    const ask = <Answer>(question: ScaleRequest) => vitrine.ask(question) as Promise<Answer>
    try {
      const fillTimes = await ask<FillTimes>({ what: 'fill', images })
      say(`Library in ${Math.round(fillTimes.rows)} s, posting lists in ${Math.round(fillTimes.postings)} s.`)
      const listings: ScaleResults['listings'] = []
      for (const what of listingKinds) {
        say(what)
        const run = (by: SearchMethod, clients: number, most: number) =>
          ask<Measurement>({ what: 'listing', name: what, by, clients, most })
        const [lists, eight] = [await run('lists', 1, 60), await run('lists', 8, 400)]
        listings.push({ what, lists, eight, plain: await run('plain', 1, 20) })
      }
      const mixes: ScaleResults['mixes'] = []
      for (const clients of [1, 8]) {
        say(`all kinds, ${clients} at once`)
        const run = (by: SearchMethod) => ask<Measurement>({ what: 'mixed', by, clients, seconds: 10 })
        mixes.push({ clients, lists: await run('lists'), plain: await run('plain') })
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

/** Saves the results, and compares them with those of other sizes measured on this machine. */
async function saveResults(results: ScaleResults) {
  const cache = await cacheFolder()
  await writeFile(join(cache, `scale-${results.images}.json`), JSON.stringify(results))
  await writeResults(`scale-${results.images}.md`, scaleReport(results))
  const names = (await readdir(cache)).filter((name) => /^scale-\d+\.json$/.test(name))
  const sizes = names.map(async (name) => JSON.parse(await readFile(join(cache, name), 'utf8')) as ScaleResults)
  await writeResults('scale-growth.md', growthReport(await Promise.all(sizes)))
}
