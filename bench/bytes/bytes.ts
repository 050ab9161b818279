import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Benchmark, say } from '../harness/benchmark.ts'
import { comparisonTable, ROUNDS, SECONDS } from '../harness/comparison.ts'
import { formatNumber } from '../harness/figures.ts'
import { type MemoryState, memoryState } from '../harness/processes.ts'
import { startProduct } from '../harness/product.ts'
import { bytesDataFolder, compareFiles, compareFilesSentByNginx } from './files.ts'
import { compareUploads } from './uploads.ts'

/** Seconds without work after which the memory is looked at for the second time. */
const IDLE_SECONDS = 75

/** What files cost beyond sending them, uploads beyond decoding them, and the memory that is left afterwards. */
export const bytes: Benchmark = {
  name: 'bytes',
  description: 'Previews, originals, downloads and uploads beside nginx, a bare Fastify and sharp; memory afterwards.',

  async run({ images = 1_000 }) {
    const otherProcesses = loadavg()[0]!.toFixed(1)
    const folder = await bytesDataFolder(images)
    const product = await startProduct(folder, { IMAGE_WORKERS: '2' })
    const memory: string[] = []
    const look = (label: string) => memory.push(`- ${label}: ${memoryText(memoryState(product.pid))}`)
    try {
      look('after the start')
      const comparisons = [...(await compareFiles(product)), await compareUploads(product.url)]
      look('after the work')
      say(`Waiting for ${IDLE_SECONDS} s …`)
      await sleep(IDLE_SECONDS * 1000)
      look(`${IDLE_SECONDS} s later`)
      comparisons.push(...(await compareFilesSentByNginx(folder)))
      return { lines: report(images, otherProcesses, comparisonTable(comparisons), memory), file: 'bytes.md' }
    } finally {
      await product.end()
    }
  },
}

const report = (images: number, otherProcesses: string, comparisons: string[], memory: string[]) => [
  '# Bytes and memory',
  '',
  `${formatNumber(images)} images, asked for over 16 connections by Zipf's law; originals of 0.8 MB.`,
  `Medians of ${2 * ROUNDS} runs of ${SECONDS} s, the servers in turn. What nginx sends for Vitrine goes through the`,
  'configuration of `deploy/nginx` with `FILES_SENT_BY=proxy`. There is no TLS.',
  `Other processes that ran beside it: ${otherProcesses}.`,
  '',
  ...comparisons,
  '',
  'Memory of the server and its image workers (PSS), PostgreSQL apart:',
  '',
  ...memory,
]

function memoryText({ server, workers, workerCount }: MemoryState): string {
  const [whole, ofServer, ofWorkers] = [server + workers, server, workers].map((bytes) => Math.round(bytes / 2 ** 20))
  return `${whole} MiB (${ofServer} of the server, ${ofWorkers} of ${workerCount} image workers)`
}
