import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import type { ListsRequest, ListTimes } from './back-office-process.ts'

const IMAGES = 100_000
/** Milliseconds that any page of any list may take. */
const TARGET_MS = 20

export const backOfficeLists: Benchmark<ListTimes[]> = {
  name: 'library',
  description: `The back offices' lists with ${IMAGES.toLocaleString('en')} images: milliseconds of a page, whichever.`,

  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    const settings = { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent' }
    const vitrine = startProcess<ListsRequest, ListTimes[]>(
      new URL('./back-office-process.ts', import.meta.url),
      settings,
    )
    try {
      say(`Making ${IMAGES.toLocaleString('en')} images …`)
      return await vitrine.ask({ images: IMAGES })
    } finally {
      await vitrine.end()
      await rm(folder, { recursive: true, force: true })
    }
  },

  print(all) {
    for (const { label: what, times } of all) {
      const [middle, high] = [median(times), times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!]
      const verdict = middle > TARGET_MS ? `  wanted < ${TARGET_MS}, falls short` : ''
      const [shown, shownHigh] = [middle, high].map((value) => value.toFixed(1).padStart(6))
      console.log(`${what.padEnd(36)} median ${shown} ms   p95 ${shownHigh} ms${verdict}`)
    }
  },
}
