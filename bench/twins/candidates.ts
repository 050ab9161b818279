// Finding and deciding among generated rows (--images) in the product's own PostgreSQL.
import { join } from 'node:path'
import { packRow } from '../../contract/measures/similarity/perceptual-row.ts'
import { startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import { median } from '../harness/median.ts'
import { seededRandom } from '../scale/synthetic-library.ts'
import { percentile } from '../search/metrics.ts'
import type { CandidatesRequest, SearchTimes } from './candidates-process.ts'
import type { Picture } from './clip-art.ts'
import { mixture } from './mixture.ts'

interface Spread {
  median: number
  p95: number
}

export interface CandidateSearch {
  rows: number
  /** Milliseconds. */
  candidates: Spread
  /** Milliseconds of finding the candidates, reading their planes and comparing them. */
  decision: Spread
  count: Spread
}

/** Searches that are measured, after so many that warm up. */
const [searches, warmUp] = [200, 40]

export async function measureCandidates(pictures: Picture[], rows: number): Promise<CandidateSearch> {
  const folder = join(await cacheFolder(), `twins-${rows}`)
  const settings = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', WORD_TABLES: 'off', LOG_LEVEL: 'silent' }
  const script = new URL('./candidates-process.ts', import.meta.url)
  const product = startProcess<CandidatesRequest, SearchTimes>(script, settings)
  try {
    const samples = pictures.map(({ row }) => row)
    await product.ask({ what: 'fill', samples: samples.map(packRow), rows })
    const random = seededRandom(rows)
    const times: SearchTimes[] = []
    for (let n = -warmUp; n < searches; n++) {
      const time = await product.ask({ what: 'search', row: packRow(mixture(samples, random)) })
      if (n >= 0) times.push(time)
    }
    const spread = (key: keyof SearchTimes): Spread => {
      const values = times.map((time) => time[key])
      return { median: median(values), p95: percentile(values, 0.95) }
    }
    return { rows, candidates: spread('candidates'), decision: spread('decision'), count: spread('count') }
  } finally {
    await product.end()
  }
}
