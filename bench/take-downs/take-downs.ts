import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { reports } from '@vitrine/contract/calls/visitors/reports'
import { endpointPath } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { mediaPath, originalFile, previewVersion, versionedVariantFile } from '@vitrine/contract/variants'
import { refusals } from '@vitrine/contract/vocabulary/refusals'
import sharp from 'sharp'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { type Contributor, type Outcome, register, signIn } from '../harness/contributor.ts'
import { type Product, startProduct } from '../harness/product.ts'
import { writeResults } from '../harness/results-file.ts'
import { runCli } from '../harness/run-cli.ts'
import { seededRandom } from '../scale/synthetic-library.ts'
import { clipArtFolder, decode } from '../twins/clip-art.ts'
import { transformations } from '../twins/transformations.ts'

const [TAKEN_DOWN, OTHERS] = [10, 500]
const alterations = transformations.filter(({ name }) =>
  ['margins', 'scaled to 30–90 %', 'WebP', 'mirrored'].includes(name),
)

interface Results {
  /** Milliseconds from the answer to the decision until every address of a picture is gone. */
  gone: number[]
  exact: Refused
  altered: Refused
  others: Refused
}

interface Refused {
  files: number
  /** Names of those that were refused as copies. */
  refused: string[]
}

/** Pictures that no test has: whether copies of those that were taken down are refused, and others are not. */
export const takeDowns: Benchmark<Results> = {
  name: 'take-downs',
  description: `Copies of ${TAKEN_DOWN} pictures that were taken down, and ${OTHERS} others, of openclipart.`,

  async run(say) {
    const folder = await mkdtemp(join(await cacheFolder(), 'take-downs-'))
    runCli(folder, ['admin', '--email', 'admin@people.example', '--username', 'judge', '--password-stdin'])
    const quotas = { QUOTA_PENDING_IMAGES: '0', QUOTA_PENDING_NEW: '0', QUOTA_UPLOADS_PER_HOUR: '0' }
    const product = await startProduct(folder, { PORT: '0', LOG_LEVEL: 'error', THROTTLE: 'off', ...quotas })
    try {
      const results = await measure(product, say)
      await writeResults('take-downs.md', report(results))
      return results
    } finally {
      await product.end()
      await rm(folder, { recursive: true, force: true })
    }
  },

  print: (results) => console.log(report(results).join('\n')),
}

async function measure({ url }: Product, say: (line: string) => void): Promise<Results> {
  const admin = await signIn(url, { email: 'admin@people.example', password: 'correct-horse' })
  const first = await signIn(url, await register(url, 'first-one'))
  const second = await signIn(url, await register(url, 'second-one'))
  const pictures = clipArt()
  const results: Results = { gone: [], exact: none(), altered: none(), others: none() }
  const originals: [string, Buffer][] = []
  while (originals.length < TAKEN_DOWN) {
    const [name, png] = (await pictures.next()).value!
    const uploaded = await first.upload(png)
    if (!uploaded.imageId) continue
    results.gone.push(await takeDown(url, admin, uploaded))
    originals.push([name, png])
  }
  say(`${originals.length} pictures were taken down.`)
  for (const [name, png] of originals) count(results.exact, name, await second.upload(png))
  const random = seededRandom(19)
  for (const { name: how, apply } of alterations)
    for (const [name, png] of originals) {
      const { pixels, width, height } = await apply(await decode(png), random)
      const copy = await sharp(pixels, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer()
      count(results.altered, `${name}, ${how}`, await second.upload(copy))
    }
  say('Copies were sent.')
  for await (const [name, png] of pictures) {
    if (results.others.files === OTHERS) break
    count(results.others, name, await second.upload(png))
  }
  return results
}

const none = (): Refused => ({ files: 0, refused: [] })

/** Files that are refused for other reasons, such as those without transparency, do not count. */
function count(kind: Refused, name: string, { imageId, refusal }: Outcome) {
  const isCopy = refusal === refusals.taken_down
  if (!imageId && !isCopy) return
  kind.files++
  if (isCopy) kind.refused.push(name)
}

/** Pictures that no program drew, in a random order that is the same in each run. */
async function* clipArt(): AsyncGenerator<[string, Buffer]> {
  const random = seededRandom(1914)
  const names = (await readdir(clipArtFolder, { recursive: true })).filter((name) => /\.png$/.test(name)).sort()
  const shuffled = names.map((name) => [random(), name] as const).sort(([one], [other]) => one - other)
  for (const [, name] of shuffled)
    if (!name.startsWith('shapes/')) yield [name, await readFile(join(clipArtFolder, name))]
}

/** Publishes an image, lets visitors report it, and answers how long it takes until it is gone. */
async function takeDown(url: string, admin: Contributor, { imageId = 0, slug = '', cloudflareId = '' }: Outcome) {
  await admin.approve([imageId])
  const addresses = [
    pages.image.href({ slug }),
    endpointPath(gallery.one, { slug }),
    endpointPath(gallery.download, { cloudflare_id: cloudflareId }),
    mediaPath(cloudflareId, originalFile),
    mediaPath(cloudflareId, versionedVariantFile(640, previewVersion)),
  ]
  const statuses = () => Promise.all(addresses.map(async (path) => (await fetch(url + path)).status))
  while ((await statuses()).some((status) => status !== 200));
  const body = JSON.stringify({ slug, reason: 'offensive' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + endpointPath(reports.send), { method: 'POST', headers, body })
  const { number } = (await answer.json()) as { number: number }
  const decision = { outcome: 'taken_down', seen_report_id: number }
  const { status } = await admin.sendJson('POST', endpointPath(reportQueue.decide, { id: imageId }), decision)
  if (status !== 200) throw new Error(`It could not be taken down: ${status}`)
  const decided = performance.now()
  while ((await statuses()).some((one) => one !== 410));
  return performance.now() - decided
}

function report({ gone, exact, altered, others }: Results): string[] {
  const cell = ({ files, refused }: Refused) => `${refused.length} of ${files}`
  return [
    '# Copies of what was taken down',
    '',
    `Pictures of openclipart, in no test: ${TAKEN_DOWN} were uploaded, approved, reported and taken down, then copies`,
    `and ${OTHERS} other pictures were sent by another person.`,
    `Altered copies: ${alterations.map(({ name }) => name).join(', ')}.`,
    '',
    '| files | refused as copies | wanted |',
    '|---|---|---|',
    `| equal bytes | ${cell(exact)} | all |`,
    `| altered copies | ${cell(altered)} | ≥ 95 % |`,
    `| other pictures | ${cell(others)} | none |`,
    '',
    `Page, call, download, original and preview of a picture were gone ${Math.max(...gone).toFixed(0)} ms after the`,
    'decision was answered, at most.',
    ...others.refused.map((name) => `\nRefused though another: \`${name}\``),
  ]
}
