import { loadavg } from 'node:os'
import { join } from 'node:path'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { mediaPath, originalFile } from '@vitrine/contract/variants'
import { type Benchmark, type Comparison, comparisonCells, comparisonColumns } from '../harness/comparison.ts'
import { startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import { findLoadTool } from '../load/load-tool.ts'
import { fetchAllCards } from '../load/visitor-mix.ts'
import { bytesDataFolder } from './bytes-data.ts'
import { hasNginx, startNginxBefore, startNginxOn } from './nginx.ts'
import { alternate, compare, ROUNDS, SECONDS } from './rounds.ts'

/** Images, all of which are asked for. */
const IMAGES = 200
/** Share of nginx alone that is the goal. */
const TARGET = 0.6

interface Results {
  /** Of others on this machine, before this began: processes that would run. */
  otherProcesses: number
  tool: string
  comparisons: Comparison[]
}

/** What it costs that Vitrine decides and nginx sends, beside nginx that sends the same files to everyone. */
export const proxied: Benchmark<Results> = {
  name: 'proxied',
  description: 'Originals and downloads that nginx sends for Vitrine (FILES_SENT_BY=proxy), beside nginx alone.',

  async run(say) {
    if (!hasNginx()) throw new Error('nginx is not installed (Debian: nginx-light).')
    const otherProcesses = loadavg()[0]!
    const folder = await bytesDataFolder(IMAGES, say)
    const settings = { PORT: '0', LOG_LEVEL: 'error', THROTTLE: 'off', IMAGE_WORKERS: '1' }
    const product = await startProduct(folder, { ...settings, FILES_SENT_BY: 'proxy', TRUST_PROXY: 'loopback' })
    await using stack = new AsyncDisposableStack()
    stack.defer(product.end)
    const before = await startNginxBefore(product)
    stack.defer(before.end)
    const alone = await startNginxOn(join(product.dataFolder, 'files'))
    stack.defer(alone.end)
    const ids = (await fetchAllCards(product.url)).map(({ cloudflare_id }) => cloudflare_id)
    const originals = ids.map((id) => mediaPath(id, originalFile))
    const downloads = ids.map((cloudflare_id) => endpointPath(gallery.download, { cloudflare_id }))
    const files = await Promise.all(originals.map((path) => handedOver(product.url + path)))
    const atNginxAlone = { url: alone.url, paths: files }
    say('Originals …')
    const shown = await alternate([{ url: before.url, paths: originals }, atNginxAlone])
    say('Downloads …')
    const counted = await alternate([{ url: before.url, paths: downloads }, atNginxAlone])
    const comparisons = [
      compare('originals through nginx, beside nginx alone', shown[0]!, shown[1]!, TARGET),
      compare('counted downloads through nginx, beside nginx alone', counted[0]!, counted[1]!, TARGET),
    ]
    const results = { otherProcesses, tool: findLoadTool().name, comparisons }
    await writeResults('proxied.md', report(results))
    return results
  },

  print: (results) => console.log(report(results).join('\n')),
}

/** The file below `DATA_DIR/files` that Vitrine tells a proxy to send at this address. */
async function handedOver(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  const named = answer.headers.get('x-accel-redirect')
  if (!named) throw new Error(`${url} names no file: ${answer.status}`)
  return named.replace('/stored-files', '')
}

function report({ otherProcesses, tool, comparisons }: Results): string[] {
  return [
    '# Files that nginx sends for Vitrine',
    '',
    `Originals of 0.8 MB, of ${IMAGES} images, asked for by ${tool} over 16 connections by Zipf's law: through`,
    'nginx with the configuration of `deploy/nginx` and `FILES_SENT_BY=proxy`, and from a second nginx that',
    `sends the same files of the same folder to everyone ("bare"). Neither has TLS. Medians of ${ROUNDS} rounds of`,
    `${SECONDS} s, the servers in turn. Other processes that ran beside it: ${otherProcesses.toFixed(1)}.`,
    '',
    `| | ${comparisonColumns.slice(0, 4).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...comparisons.map((one) => `| ${one.label} | ${comparisonCells(one).slice(0, 4).join(' | ')} |`),
  ]
}
