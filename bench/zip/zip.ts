import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readZip } from '../../server/test/zip-reader.ts'
import type { VitrineRequest } from '../gallery/vitrine-server.ts'
import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import { type Benchmark, type Comparison, printComparisons } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import { writeResults } from '../harness/results-file.ts'
import type { ServerState } from '../harness/server-state.ts'
import type { BareStreamRequest } from './bare-stream-server.ts'
import { originalFiles, zipDataFolder } from './zip-data.ts'

const IMAGES = 100
const BYTES = 2_000_000
const ROUNDS = 5
/** Milliseconds for which a reader that is slower than the disk pauses after each chunk. */
const PAUSE = 2

interface ZipResults {
  comparison: Comparison
  /** Originals that arrived byte for byte. */
  identical: number
  /** Milliseconds from the request to the first byte of the body, for each zip. */
  firstByte: number[]
  /** Resident memory of the web process in MB, after a first zip and at most in all later ones; null off Linux. */
  memory: { before: number; most: number; mostWithSlowReader: number } | null
}

/** What a zip costs beyond sending the same files, and whether it holds any of them. */
export const zip: Benchmark<ZipResults> = {
  name: 'zip',
  description: `A zip of ${IMAGES} originals of 2 MB: bytes, first byte, memory, MB/s next to a bare stream of them.`,

  async run(say) {
    const data = await zipDataFolder(IMAGES, BYTES, say)
    const settings = { DATA_DIR: data, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
    const server = new URL('../gallery/vitrine-server.ts', import.meta.url)
    const vitrine = startProcess<VitrineRequest, ServerState>(server, settings)
    const bare = startProcess<BareStreamRequest, ServerState>(new URL('./bare-stream-server.ts', import.meta.url))
    try {
      return await measure(vitrine, bare, data, say)
    } finally {
      await Promise.all([vitrine.end(), bare.end()])
    }
  },

  print({ comparison, identical, firstByte, memory }) {
    printComparisons([comparison])
    console.log(`\n${identical} of ${IMAGES} originals arrived byte for byte.`)
    console.log(`First byte after ${median(firstByte).toFixed(0)} ms, at most ${Math.max(...firstByte).toFixed(0)} ms.`)
    if (memory) console.log(memoryText(memory))
  },
}

const memoryText = ({ before, most, mostWithSlowReader }: NonNullable<ZipResults['memory']>) =>
  `Memory of the web process: ${before} MB after the first zip, at most ${most} MB in ${2 * ROUNDS} more and ` +
  `${mostWithSlowReader} MB with a slow reader.`

async function measure(
  vitrine: BenchmarkProcess<VitrineRequest, ServerState>,
  bare: BenchmarkProcess<BareStreamRequest, ServerState>,
  data: string,
  say: (line: string) => void,
): Promise<ZipResults> {
  const { url } = await vitrine.ask('state')
  const bareUrl = `${(await bare.ask(await originalFiles(data))).url}/`
  const images = await publishedImages(url)
  const zipUrl = `${url}/api/v1/images/download/?ids=${images.map(({ id }) => id).join()}`
  say('Comparing the bytes ...')
  const identical = await countIdentical(url, zipUrl, images)
  await download(bareUrl)
  const before = residentMemory(vitrine.pid)
  say(`${ROUNDS} rounds of zip, bare, bare, zip ...`)
  const [ours, least] = [emptyRuns(), emptyRuns()]
  const firstByte: number[] = []
  let most = 0
  const zipOnce = async () => {
    const cpu = (await vitrine.ask('state')).cpu
    const got = await download(zipUrl, () => {
      most = Math.max(most, residentMemory(vitrine.pid))
    })
    firstByte.push(got.firstByte)
    ours.perSecond.push(got.perSecond)
    ours.cpu.push((await vitrine.ask('state')).cpu - cpu)
  }
  const bareOnce = async () => {
    const cpu = (await bare.ask('state')).cpu
    least.perSecond.push((await download(bareUrl)).perSecond)
    least.cpu.push((await bare.ask('state')).cpu - cpu)
  }
  for (let round = 0; round < ROUNDS; round++) for (const once of [zipOnce, bareOnce, bareOnce, zipOnce]) await once()
  say('A slow reader ...')
  let mostWithSlowReader = 0
  await download(zipUrl, async () => {
    mostWithSlowReader = Math.max(mostWithSlowReader, residentMemory(vitrine.pid))
    await sleep(PAUSE)
  })
  const comparison = { label: 'zip', unit: 'MB/s', vitrine: ours, baseline: least }
  const memory = process.platform === 'linux' ? { before, most, mostWithSlowReader } : null
  const results = { comparison, identical, firstByte, memory }
  await writeResults('zip.md', report(results))
  return results
}

const emptyRuns = () => ({ perSecond: [] as number[], cpu: [] as number[] })

interface DownloadableImage {
  id: number
  cloudflare_id: string
}

async function publishedImages(url: string): Promise<DownloadableImage[]> {
  const list = (await (await fetch(`${url}/api/v1/images/approved/`)).json()) as { images: DownloadableImage[] }
  return list.images
}

/** The zip has the images in the order of the ids, after its text. */
async function countIdentical(url: string, zipUrl: string, images: DownloadableImage[]): Promise<number> {
  const [, ...files] = readZip(await buffer(await request(zipUrl))).values()
  let identical = 0
  for (const [index, { cloudflare_id }] of images.entries()) {
    const original = await buffer(await request(`${url}/api/v1/images/download/${cloudflare_id}/`))
    if (files[index]?.equals(original)) identical++
  }
  return identical
}

/** Reads a body to its end and drops it. */
async function download(url: string, onChunk: () => void | Promise<void> = () => {}) {
  const start = performance.now()
  let [bytes, firstByte] = [0, 0]
  for await (const chunk of await request(url)) {
    firstByte ||= performance.now() - start
    bytes += chunk.length
    await onChunk()
  }
  return { firstByte, perSecond: bytes / 1e3 / (performance.now() - start) }
}

const request = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).once('error', reject))

/** In MB (proc(5): the second field of `statm` counts pages, of 4 KiB on the machines that we know). */
const residentMemory = (pid: number) =>
  process.platform === 'linux'
    ? Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096) / 1e6)
    : 0

function report({ comparison: { vitrine, baseline }, identical, firstByte, memory }: ZipResults): string[] {
  const [ours, least] = [median(vitrine.perSecond), median(baseline.perSecond)]
  return [
    `# A zip of ${IMAGES} originals`,
    '',
    `Of ${BYTES / 1e6} MB each; medians of ${2 * ROUNDS} zips and as many bare streams of the same files, in turn.`,
    '',
    '| | zip | bare stream | ratio |',
    '|---|---|---|---|',
    `| MB/s | ${ours.toFixed(0)} | ${least.toFixed(0)} | ${((ours / least) * 100).toFixed(0)} % |`,
    `| processor time, ms | ${median(vitrine.cpu!).toFixed(0)} | ${median(baseline.cpu!).toFixed(0)} | |`,
    '',
    `- ${identical} of ${IMAGES} originals arrived byte for byte.`,
    `- First byte after ${median(firstByte).toFixed(0)} ms, at most ${Math.max(...firstByte).toFixed(0)} ms.`,
    ...(memory ? [`- ${memoryText(memory)}`] : []),
  ]
}
