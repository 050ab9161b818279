import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import { type Benchmark, type Comparison, printComparisons, type Runs } from '../harness/comparison.ts'
import { processTreeCpuTime } from '../harness/cpu-time.ts'
import type { FileBatch } from './import-process.ts'
import { samplePngs } from './sample-pngs.ts'

const FILES = 200
const PROCESSES = 2
const ROUNDS = 3
/** Both sides take so many files in turns: whatever else the machine does within two seconds meets both. */
const BATCH = 40

/** What checking, hashing, fsync and the database add to what sharp and the measures take anyway. */
export const ingest: Benchmark<Comparison[]> = {
  print: printComparisons,
  name: 'ingest',
  description: `Files/s of an import of ${FILES} real PNGs, compared with sharp making the same variants and measures.`,

  async run(say) {
    const { folder, files, description: about } = await samplePngs(FILES)
    say(`${files.length} files (${about}), ${PROCESSES} picture processes on each side, ${ROUNDS} rounds.`)
    const runs: Record<Side, Required<Runs>> = { vitrine: emptyRuns(), baseline: emptyRuns() }
    for (let round = 1; round <= ROUNDS; round++) {
      const taken = await measureAlternately(folder, files)
      for (const side of ['vitrine', 'baseline'] as const) {
        runs[side].perSecond.push(files.length / taken[side].seconds)
        if (taken[side].cpu) runs[side].cpu.push(taken[side].cpu / files.length)
      }
    }
    return [
      {
        label: `import of ${files.length} files, compared with sharp and the measures`,
        unit: 'files/s',
        ...runs,
        target: 0.8,
      },
    ]
  },
}

type Side = 'vitrine' | 'baseline'
const emptyRuns = () => ({ perSecond: [] as number[], cpu: [] as number[] })

/** What each side takes for all files, the product's into a new library. */
async function measureAlternately(folder: string, files: string[]) {
  // On the project's disk: /tmp may be memory, where an fsync is free.
  const data = await mkdtemp(join(await cacheFolder(), 'ingest-'))
  const settings = { DATA_DIR: data, DATABASE_URL: '', IMAGE_WORKERS: String(PROCESSES) }
  const vitrine = startProcess<FileBatch, true>(new URL('./import-process.ts', import.meta.url), settings)
  const bare = Array.from({ length: PROCESSES }, () =>
    startProcess<string, true>(new URL('./sharp-process.ts', import.meta.url)),
  )
  const sides = {
    vitrine: { pids: [vitrine.pid], take: (slice: string[]) => vitrine.ask({ folder, files: slice }) },
    baseline: { pids: bare.map(({ pid }) => pid), take: (slice: string[]) => decodeWithSharp(bare, slice) },
  }
  const taken = { vitrine: { seconds: 0, cpu: 0 }, baseline: { seconds: 0, cpu: 0 } }
  try {
    // The first files start every process.
    for (const { take } of Object.values(sides)) await take(files.slice(0, PROCESSES * 2))
    for (let at = 0; at < files.length; at += BATCH)
      for (const side of at % (BATCH * 2) ? (['baseline', 'vitrine'] as const) : (['vitrine', 'baseline'] as const)) {
        const { pids, take } = sides[side]
        const [began, cpu] = [performance.now(), processTreeCpuTime(pids)]
        await take(files.slice(at, at + BATCH))
        taken[side].seconds += (performance.now() - began) / 1000
        if (cpu !== undefined) taken[side].cpu += processTreeCpuTime(pids)! - cpu
      }
    return taken
  } finally {
    await Promise.all([vitrine, ...bare].map((one) => one.end()))
    await rm(data, { recursive: true, force: true })
  }
}

/** Each process is handed the next file when it has done the last one. */
async function decodeWithSharp(processes: BenchmarkProcess<string, true>[], files: string[]): Promise<void> {
  const waiting = files.values()
  await Promise.all(
    processes.map(async (one) => {
      for (const file of waiting) await one.ask(file)
    }),
  )
}
