import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawings } from '../../server/src/features/demo/demo-drawings.ts'
import { startProcess } from '../harness/benchmark-process.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Comparison } from '../harness/comparison.ts'
import { type Contributor, register, signIn } from '../harness/contributor.ts'
import { samplePngs } from '../ingest/sample-pngs.ts'

/** Picture processes on each side, and uploads at a time: one is received while another is measured. */
const [PROCESSES, UPLOADS] = [2, 4]
/** Several, since the last free process does not take a second slow picture of the same person. */
const PEOPLE = 2

/** Uploads through HTTP, beside sharp that makes the same variants and measures of the same files. */
export async function compareUploads(url: string, say: (line: string) => void): Promise<Comparison[]> {
  const { files: small } = await samplePngs(200)
  const large = await largePngs(24)
  say('Uploads …')
  return [
    { ...(await alternate(url, small, 40)), label: 'small uploads, beside sharp and the measures', target: 0.8 },
    { ...(await alternate(url, large, 8)), label: 'large uploads (9 megapixels), beside the same' },
  ]
}

/** Both sides take `batch` files in turns: whatever else the machine does meets both. */
async function alternate(url: string, files: string[], batch: number): Promise<Omit<Comparison, 'label'>> {
  const contributors = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, at) => signIn(url, await register(url, `person${at}at${Date.now()}`))),
  )
  const bare = Array.from({ length: PROCESSES }, () =>
    startProcess<string, true>(new URL('../ingest/sharp-process.ts', import.meta.url)),
  )
  const uploadOf = (contributor: Contributor) => async (file: string) => {
    const { status } = await contributor.upload(await readFile(file))
    if (status >= 300) throw new Error(`The upload of ${file} was answered with ${status}.`)
  }
  const sides = {
    vitrine: (some: string[]) =>
      shareOut(
        some,
        Array.from({ length: UPLOADS }, (_, at) => uploadOf(contributors[at % PEOPLE]!)),
      ),
    baseline: (some: string[]) =>
      shareOut(
        some,
        bare.map(({ ask }) => ask),
      ),
  }
  const runs = { vitrine: { perSecond: [] as number[] }, baseline: { perSecond: [] as number[] } }
  // The first files start every process.
  const [first, rest] = [files.slice(0, PROCESSES * 2), files.slice(PROCESSES * 2)]
  for (const take of Object.values(sides)) await take(first)
  for (let at = 0; at + batch / 2 < rest.length; at += batch)
    for (const side of at % (batch * 2) ? (['baseline', 'vitrine'] as const) : (['vitrine', 'baseline'] as const)) {
      const some = rest.slice(at, at + batch)
      const began = performance.now()
      await sides[side](some)
      runs[side].perSecond.push((some.length * 1000) / (performance.now() - began))
    }
  await Promise.all(bare.map((one) => one.end()))
  return { unit: 'files/s', ...runs }
}

/** Each taker is handed the next file when it has done the last one. */
async function shareOut(files: string[], takers: ((file: string) => Promise<unknown>)[]): Promise<void> {
  const waiting = files.values()
  await Promise.all(
    takers.map(async (take) => {
      for (const file of waiting) await take(file)
    }),
  )
}

async function largePngs(count: number): Promise<string[]> {
  const folder = join(await cacheFolder(), 'large-drawings')
  await mkdir(folder, { recursive: true })
  const { icons } = createRequire(join(import.meta.dirname, '../../server/'))('@iconify-json/noto/icons.json')
  const names = Object.values(drawings).flat().slice(0, count)
  for (const name of names) {
    const file = join(folder, `${name}.png`)
    if (existsSync(file)) continue
    const frame = 'xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="3000" height="3000"'
    const svg = Buffer.from(`<svg ${frame}>${icons[name].body}</svg>`)
    await writeFile(file, await sharp(svg).png().toBuffer())
  }
  return names.map((name) => join(folder, `${name}.png`))
}
