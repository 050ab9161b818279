import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import type { Benchmark } from './comparison.ts'
import { startProcess } from './own-process.ts'
import { keepResults } from './results-file.ts'
import { scaleListings } from './scale-listings.ts'
import type { Approvals, Measured } from './scale-measures.ts'
import { compareMixes, type MixComparison } from './scale-mix.ts'
import { growthOf, tableOf } from './scale-tables.ts'
import type { Filled, ScaleQuestion } from './scale-vitrine.ts'

export interface ScaleResults {
  images: number
  filled: Filled
  /** `eight` are clients at once. */
  listings: { what: string; lists: Measured; eight: Measured; plain: Measured }[]
  mixed: { clients: number; lists: Measured; plain: Measured }[]
  approvals: Approvals
  /** Over HTTP, with the site's caches. */
  site: MixComparison[]
}

export const scale: Benchmark<ScaleResults> = {
  name: 'scale',
  about: 'Every listing of a large library (--images) through the lists and by plain SQL, in one run.',

  async run(say, { images }) {
    const folder = join(await cacheFolder(), `scale-${images}`)
    const settings = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent' }
    const vitrine = startProcess<ScaleQuestion, unknown>('scale-vitrine.ts', settings)
    const ask = <Answer>(question: ScaleQuestion) => vitrine.ask(question) as Promise<Answer>
    try {
      const filled = await ask<Filled>({ what: 'fill', images })
      say(`Library in ${Math.round(filled.rows)} s, lists in ${Math.round(filled.lists)} s.`)
      const listings: ScaleResults['listings'] = []
      for (const what of scaleListings) {
        say(what)
        const by = (by: 'lists' | 'plain', clients: number, most: number) =>
          ask<Measured>({ what: 'listing', name: what, by, clients, most })
        listings.push({ what, lists: await by('lists', 1, 60), eight: await by('lists', 8, 400), plain: await by('plain', 1, 20) }) // biome-ignore format: one row
      }
      const mixed: ScaleResults['mixed'] = []
      for (const clients of [1, 8]) {
        say(`all kinds, ${clients} at once`)
        const by = (by: 'lists' | 'plain') => ask<Measured>({ what: 'mixed', by, clients, seconds: 10 })
        mixed.push({ clients, lists: await by('lists'), plain: await by('plain') })
      }
      say('approvals')
      const approvals = await ask<Approvals>({ what: 'approvals' })
      const site = await compareMixes(folder, images, say)
      const results = { images, filled, listings, mixed, approvals, site }
      await keep(results)
      return results
    } finally {
      await vitrine.end()
    }
  },

  print: (results) => console.log(tableOf(results).join('\n')),
}

/** Beside the tables of other sizes, which show how costs grow. */
async function keep(results: ScaleResults) {
  const cache = await cacheFolder()
  await writeFile(join(cache, `scale-${results.images}.json`), JSON.stringify(results))
  await keepResults(`scale-${results.images}.md`, tableOf(results))
  const names = (await readdir(cache)).filter((name) => /^scale-\d+\.json$/.test(name))
  const sizes = names.map(async (name) => JSON.parse(await readFile(join(cache, name), 'utf8')) as ScaleResults)
  await keepResults('scale-growth.md', growthOf(await Promise.all(sizes)))
}
