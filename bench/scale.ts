import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import type { Benchmark } from './comparison.ts'
import { median } from './median.ts'
import { startProcess } from './own-process.ts'
import { scaleListings } from './scale-listings.ts'
import type { ScaleQuestion, Timed } from './scale-vitrine.ts'

interface Row {
  what: string
  lists: Timed
  plain: Timed
}

interface Results {
  images: number
  rows: Row[]
  mixed: { clients: number; lists: Timed; plain: Timed }[]
  approvals: Timed
}

export const scale: Benchmark<Results> = {
  name: 'scale',
  about: 'Every listing of a large library (--images) through the lists and by plain SQL, in one run.',

  async run(say, { images }) {
    const folder = join(await cacheFolder(), `scale-${images}`)
    const settings = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent' }
    const vitrine = startProcess<ScaleQuestion, Timed>('scale-vitrine.ts', settings)
    try {
      const { times } = await vitrine.ask({ what: 'fill', images })
      say(`Library in ${Math.round(times[0]! / 1000)} s, lists in ${Math.round(times[1]! / 1000)} s.`)
      const rows: Row[] = []
      for (const what of scaleListings) {
        say(what)
        const lists = await vitrine.ask({ what: 'listing', name: what, by: 'lists', runs: 40 })
        const plain = await vitrine.ask({ what: 'listing', name: what, by: 'plain', runs: 8 })
        rows.push({ what, lists, plain })
      }
      const mixed: Results['mixed'] = []
      for (const clients of [1, 8]) {
        const lists = await vitrine.ask({ what: 'mixed', by: 'lists', clients, seconds: 8 })
        const plain = await vitrine.ask({ what: 'mixed', by: 'plain', clients, seconds: 8 })
        mixed.push({ clients, lists, plain })
      }
      const approvals = await vitrine.ask({ what: 'approve', images: 2_000 })
      const results = { images, rows, mixed, approvals }
      await writeFile(await resultsFile(`scale-${images}.md`), `${tableOf(results).join('\n')}\n`)
      return results
    } finally {
      await vitrine.end()
    }
  },

  print: (results) => console.log(tableOf(results).join('\n')),
}

async function resultsFile(name: string): Promise<string> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  return join(folder, name)
}

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** Milliseconds of one client; then answers a second. */
function tableOf({ images, rows, mixed, approvals }: Results): string[] {
  return [
    `# ${images.toLocaleString('en')} published images`,
    '',
    '| listing | lists, median ms | p95 | plain SQL, median ms | times faster |',
    '|---|---|---|---|---|',
    ...rows.map(({ what, lists, plain }) => {
      const [ours, theirs] = [median(lists.times), median(plain.times)]
      return `| ${what} | ${ms(ours)} | ${ms(p95(lists.times))} | ${ms(theirs)} | ${(theirs / ours).toFixed(1)} |`
    }),
    '',
    '| distinct questions of all kinds | lists, answers/s | plain SQL, answers/s | times as many |',
    '|---|---|---|---|',
    ...mixed.map(
      ({ clients, lists, plain }) =>
        `| ${clients} at once | ${lists.count.toFixed(0)} | ${plain.count.toFixed(0)} | ${(lists.count / plain.count).toFixed(1)} |`,
    ),
    '',
    `An approval takes ${ms(median(approvals.times))} ms (p95 ${ms(p95(approvals.times))}); 1,000 at once ${(approvals.count / 1000).toFixed(1)} s.`,
  ]
}
