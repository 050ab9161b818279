import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from '../harness/comparison.ts'
import { startDemoSite } from '../harness/demo-site.ts'
import { median } from '../harness/median.ts'

const RUNS = 5
const PORT = 3990
const folder = import.meta.dirname

/** Scores are of 100, LCP and TBT in milliseconds. */
const targets = {
  performance: ['≥', 98],
  accessibility: ['≥', 100],
  'best-practices': ['≥', 100],
  seo: ['≥', 100],
  'largest-contentful-paint': ['≤', 1500],
  'total-blocking-time': ['≤', 100],
  'cumulative-layout-shift': ['≤', 0.01],
} as const satisfies Record<string, readonly ['≥' | '≤', number]>

type Figure = keyof typeof targets
type Audit = Record<Figure, number> & { lost: string[] }
interface PageAudits {
  page: string
  audits: Audit[]
}

/** What a phone on a slow line sees of the built product with the demonstration in it. */
export const lighthouse: Benchmark<PageAudits[]> = {
  name: 'lighthouse',
  description: `Lighthouse (mobile, median of ${RUNS}) of home, results and an image, with the demonstration.`,

  async run(say) {
    // A lockfile of its own keeps 150 MB out of the product's installation.
    if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 2, 2] })
    const { url, stop } = await startDemoSite('demo', PORT, say)
    try {
      const { images } = (await (await fetch(`${url}/api/v1/images/approved/`)).json()) as {
        images: { slug: string }[]
      }
      const pages = { home: '/', results: '/?category=Food', 'one image': `/image/${images[0]!.slug}/` }
      return Object.entries(pages).map(([page, path]) => {
        say(`${page}, ${RUNS} runs …`)
        return { page, audits: Array.from({ length: RUNS }, () => runAudit(url + path)) }
      })
    } finally {
      await stop()
    }
  },

  print(results) {
    for (const { page, audits } of results) {
      console.log(page)
      for (const [figure, [sign, target]] of Object.entries(targets)) {
        const value = median(audits.map((one) => one[figure as Figure]))
        const falls = sign === '≥' ? value < target : value > target
        const verdict = `${sign} ${target}${falls ? ', falls short' : ''}`
        console.log(`  ${figure.padEnd(26)} ${formatFigure(value).padStart(6)}   ${verdict}`)
      }
      const lost = new Set(audits.flatMap((one) => one.lost))
      if (lost.size) console.log(`  lost points by ${[...lost].join(', ')}`)
    }
  },
}

const formatFigure = (value: number) => String(Math.round(value * 1000) / 1000)

function runAudit(url: string): Audit {
  const node = [join(folder, 'audit.mjs'), url]
  return JSON.parse(
    execFileSync(process.execPath, node, { cwd: folder, stdio: ['ignore', 'pipe', 2], encoding: 'utf8' }),
  )
}
