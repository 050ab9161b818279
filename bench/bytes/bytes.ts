import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { mediaPath, originalFile } from '@vitrine/contract/variants'
import { startProcess } from '../harness/benchmark-process.ts'
import { type Benchmark, type Comparison, comparisonCells, comparisonColumns } from '../harness/comparison.ts'
import { type ProcessState, processState } from '../harness/process-state.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import type { ServerState } from '../harness/server-state.ts'
import { findLoadTool } from '../load/load-tool.ts'
import { fetchAllCards } from '../load/visitor-mix.ts'
import type { BareFilesRequest } from './bare-files-server.ts'
import { bytesDataFolder } from './bytes-data.ts'
import { startNginx } from './nginx.ts'
import { alternate, compare, ROUNDS, SECONDS } from './rounds.ts'
import { compareUploads } from './uploads.ts'

/** Images with previews, and how many of them are asked for by their originals: more than any cache holds. */
const [IMAGES, ORIGINALS] = [1_000, 200]
/** Seconds without work after which the memory is looked at for the second time. */
const IDLE_SECONDS = 75

interface MemoryLook {
  label: string
  state: ProcessState
}

interface Results {
  /** Of others on this machine, before this began: processes that would run. */
  otherProcesses: number
  tool: string
  comparisons: Comparison[]
  memory: MemoryLook[]
}

/** What files cost beyond sending them, uploads beyond decoding them, and the memory that is left afterwards. */
export const bytes: Benchmark<Results> = {
  name: 'bytes',
  description: 'Previews, originals, downloads and uploads beside nginx, a bare Fastify and sharp; memory afterwards.',

  async run(say) {
    const otherProcesses = loadavg()[0]!
    const folder = await bytesDataFolder(IMAGES, say)
    const settings = {
      PORT: '0',
      LOG_LEVEL: 'error',
      THROTTLE: 'off',
      IMAGE_WORKERS: '2',
      QUOTA_UPLOADS_PER_HOUR: '0',
      QUOTA_PENDING_NEW: '0',
    }
    const product = await startProduct(folder, settings)
    try {
      const memory = [await look('after the start', product)]
      const comparisons = [...(await compareFiles(product.url, say)), ...(await compareUploads(product.url, say))]
      memory.push(await look('after the work', product))
      say(`Waiting for ${IDLE_SECONDS} s …`)
      await sleep(IDLE_SECONDS * 1000)
      memory.push(await look(`${IDLE_SECONDS} s later`, product))
      const results = { otherProcesses, tool: findLoadTool().name, comparisons, memory }
      await writeResults('bytes.md', report(results))
      return results
    } finally {
      await product.end()
    }
  },

  print: (results) => console.log(report(results).join('\n')),
}

const look = async (label: string, { pid }: Product): Promise<MemoryLook> => ({ label, state: await processState(pid) })

async function compareFiles(url: string, say: (line: string) => void): Promise<Comparison[]> {
  const cards = await fetchAllCards(url)
  const previews = cards.map(({ cloudflare_url }) => cloudflare_url)
  const some = cards.slice(0, ORIGINALS)
  const originals = some.map(({ cloudflare_id }) => mediaPath(cloudflare_id, originalFile))
  const downloads = some.map(({ cloudflare_id }) => endpointPath(gallery.download, { cloudflare_id }))
  const urls = [...previews, ...originals].map((path) => url + path)
  const bare = startProcess<BareFilesRequest, ServerState>(new URL('./bare-files-server.ts', import.meta.url))
  const nginx = await startNginx(urls)
  if (!nginx) say('nginx is not installed (Debian: nginx-light), so nothing is compared with it.')
  try {
    const bareUrl = (await bare.ask(urls)).url
    const ours = (paths: string[]) => ({ url, paths })
    const atNginx = (paths: string[]) => nginx && { url: nginx.url, paths }
    say('Previews …')
    const small = await alternate([ours(previews), { url: bareUrl, paths: previews }, atNginx(previews)])
    say('Originals …')
    const large = await alternate([ours(originals), { url: bareUrl, paths: originals }, atNginx(originals)])
    say('Downloads …')
    const counted = await alternate([ours(downloads), ours(originals)])
    const against = ([vitrine, ...others]: number[][], at: number, label: string, target?: number) =>
      others[at] ? [compare(label, vitrine!, others[at], target)] : []
    return [
      ...against(small, 0, 'previews, beside a bare Fastify', 0.4),
      ...against(small, 1, 'previews, beside nginx'),
      ...against(large, 0, 'originals, beside a bare Fastify'),
      ...against(large, 1, 'originals, beside nginx', 0.33),
      ...against(counted, 0, 'counted downloads, beside uncounted', 0.8),
    ]
  } finally {
    await bare.end()
    await nginx?.end()
  }
}

function report({ otherProcesses, tool, comparisons, memory }: Results): string[] {
  return [
    '# Bytes and memory',
    '',
    `${IMAGES.toLocaleString('en')} images, asked for by ${tool} over 16 connections by Zipf's law; originals of 0.8`,
    `MB, of ${ORIGINALS} images. Medians of ${ROUNDS} rounds of ${SECONDS} s, the servers in turn. Other processes`,
    `that ran beside it: ${otherProcesses.toFixed(1)}.`,
    '',
    `| | ${comparisonColumns.slice(0, 4).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...comparisons.map((one) => `| ${one.label} | ${comparisonCells(one).slice(0, 4).join(' | ')} |`),
    '',
    'Memory of the server and its image workers (PSS), PostgreSQL apart:',
    '',
    ...memory.map(memoryText),
  ]
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

function memoryText({ label, state: { serverMemory, workerMemory, workers } }: MemoryLook): string {
  const parts = `${megabytes(serverMemory)} of the server, ${megabytes(workerMemory)} of ${workers} image workers`
  return `- ${label}: ${megabytes(serverMemory + workerMemory)} MiB (${parts})`
}
