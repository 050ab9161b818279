import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import type { ListsRequest, ListTimes } from './back-office-process.ts'

const IMAGES = 100_000
/** Milliseconds that a page may take, at the median of the lists of a kind. */
const TARGET_MS = 20

export const backOfficeLists: Benchmark<ListTimes[]> = {
  name: 'library',
  description: `Back-office lists of ${IMAGES.toLocaleString('en')} images: milliseconds a page, and a bare select.`,

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
    console.log(
      `${''.padEnd(labelWidth)} ${['median', 'p95', 'processor', 'of a bare select'].map(toColumn).join(' ')}`,
    )
    for (const list of all) console.log(lineOf(list.label, list))
    for (const kind of ['list', 'search', 'two filters', 'order'] as const) {
      const ofKind = all.filter((list) => list.kind === kind)
      const middles = ofKind.map(({ times }) => median(times))
      const [middle, bare] = [median(middles), median(ofKind.flatMap((list) => list.bare))]
      const verdict = middle > TARGET_MS ? ', falls short' : ''
      console.log(
        `${kind}: median of ${ofKind.length} lists ${middle.toFixed(1)} ms (wanted ≤ ${TARGET_MS}${verdict}), ` +
          `slowest ${Math.max(...middles).toFixed(1)} ms, bare select ${bare.toFixed(1)} ms`,
      )
    }
  },
}

const labelWidth = 42
const toColumn = (text: string) => text.padStart(16)

/** The ratio says how many bare selects, which were measured at the same time, a page takes. */
function lineOf(label: string, { times, cpu, bare }: ListTimes): string {
  const [middle, p95] = [median(times), times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!]
  const cells = [`${middle.toFixed(1)} ms`, `${p95.toFixed(1)} ms`, `${cpu.toFixed(1)} ms`]
  return [label.padEnd(labelWidth), ...[...cells, `× ${(middle / median(bare)).toFixed(1)}`].map(toColumn)].join(' ')
}
