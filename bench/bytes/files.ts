import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { mediaPath, originalFile } from '@vitrine/contract/media-files'
import { say } from '../harness/benchmark.ts'
import { type Comparison, loadInTurns } from '../harness/comparison.ts'
import { cachedDataFolder, importPictures } from '../harness/data-folder.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { seededRandom, zipf } from '../harness/random.ts'
import { samplePngs } from '../harness/sample-pngs.ts'
import { startBaseline } from '../harness/servers.ts'
import { fetchAllCards } from '../load/visitor-mix.ts'
import { hasNginx, startNginxBefore, startNginxOn, startNginxWithCopies } from './nginx.ts'

/** Images that are asked for by their originals: more than any cache holds. */
const ORIGINALS = 200
/** Bytes of an original, as of a photograph's cut-out. */
const ORIGINAL_BYTES = 800_000

/**
 * A data folder with the previews of real pictures. Their originals are replaced by random bytes of a photograph's
 * size, for no download looks into them.
 */
export const bytesDataFolder = (images: number): Promise<string> =>
  cachedDataFolder(`bytes-${images}`, async (data) => {
    const pictures = join(data, 'pictures/Animals')
    await mkdir(pictures, { recursive: true })
    for (const [at, file] of (await samplePngs(images)).entries())
      await cp(file, join(pictures, `${at} ${basename(file)}`))
    importPictures(data, pictures)
    const originals = await readdir(join(data, 'files/originals'), { recursive: true, withFileTypes: true })
    for (const one of originals.filter((entry) => entry.isFile()))
      await writeFile(join(one.parentPath, one.name), randomBytes(ORIGINAL_BYTES))
  })

async function pathsOf({ url }: Product) {
  const cards = await fetchAllCards(url)
  const some = cards.slice(0, ORIGINALS)
  return {
    previews: cards.map(({ cloudflare_url }) => cloudflare_url),
    originals: some.map(({ cloudflare_id }) => mediaPath(cloudflare_id, originalFile)),
    downloads: some.map(({ cloudflare_id }) => endpointPath(gallery.download, { cloudflare_id })),
  }
}

interface Server {
  url: string
  paths: string[]
  name?: string
  /** Share of this server's figure that is the goal. */
  target?: number
}

/** Each server is asked for its paths as visitors ask, by Zipf's law; the first is compared with each of the others. */
async function compare(kind: string, vitrine: Server, ...others: Server[]): Promise<Comparison[]> {
  say(`${kind} …`)
  const next = zipf(vitrine.paths.length, seededRandom(11))
  const ranks = Array.from({ length: 20_000 }, next)
  const sides = [vitrine, ...others].map(({ url, paths }) => ({ url, paths: ranks.map((rank) => paths[rank]!) }))
  const [ours, ...theirs] = await loadInTurns(sides)
  return others.map(({ name, target }, at) => {
    const label = `${kind}, beside ${name}`
    return { label, unit: 'requests/s', vitrine: ours!, baseline: theirs[at]!, target }
  })
}

export async function compareFiles(product: Product): Promise<Comparison[]> {
  const { url } = product
  const { previews, originals, downloads } = await pathsOf(product)
  const files = { url, paths: [...previews, ...originals] }
  await using stack = new AsyncDisposableStack()
  const baseline = startBaseline()
  stack.defer(baseline.end)
  const bare = { url: (await baseline.ask(files)).url, name: 'a bare Fastify' }
  const nginx: Omit<Server, 'paths'>[] = []
  if (hasNginx()) {
    const { url, end } = await startNginxWithCopies(files)
    stack.defer(end)
    nginx.push({ url, name: 'nginx' })
  } else say('nginx is not installed (Debian: nginx-light), so nothing is compared with it.')
  const ofNginx = (paths: string[], target?: number) =>
    nginx.map((one) => ({ ...one, paths, ...(target && { target }) }))
  const uncounted = { url, paths: originals, name: 'uncounted', target: 0.8 }
  return [
    ...(await compare(
      'previews',
      { url, paths: previews },
      { ...bare, paths: previews, target: 0.4 },
      ...ofNginx(previews),
    )),
    ...(await compare(
      'originals',
      { url, paths: originals },
      { ...bare, paths: originals },
      ...ofNginx(originals, 0.33),
    )),
    ...(await compare('counted downloads', { url, paths: downloads }, uncounted)),
  ]
}

/** What it costs that Vitrine decides and nginx sends, beside nginx that sends the same files to everyone. */
export async function compareFilesSentByNginx(folder: string): Promise<Comparison[]> {
  if (!hasNginx()) return []
  await using stack = new AsyncDisposableStack()
  const product = await startProduct(folder, { FILES_SENT_BY: 'proxy', TRUST_PROXY: 'loopback' })
  stack.defer(product.end)
  const { url, end } = await startNginxBefore(product)
  stack.defer(end)
  const other = await startNginxOn(join(product.dataFolder, 'files'))
  stack.defer(other.end)
  const { originals, downloads } = await pathsOf(product)
  const paths = await Promise.all(originals.map((path) => fileNamed(product.url + path)))
  const alone = { url: other.url, paths, name: 'nginx alone', target: 0.6 }
  return [
    ...(await compare('originals that nginx sends for Vitrine', { url, paths: originals }, alone)),
    ...(await compare('downloads that nginx sends for Vitrine', { url, paths: downloads }, alone)),
  ]
}

/** The file below `DATA_DIR/files` that Vitrine tells a proxy to send at this address. */
async function fileNamed(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  const named = answer.headers.get('x-accel-redirect')
  if (!named) throw new Error(`${url} names no file: ${answer.status}`)
  return named.replace('/stored-files', '')
}
