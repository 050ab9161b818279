import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { variantFile } from '@vitrine/contract/variants'
import { variantFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp from 'sharp'
import { type ImagingPool, startImagingPool } from '../../server/src/imaging/imaging-pool.ts'
import type { Benchmark, BenchmarkOptions } from '../harness/comparison.ts'
import { samplePngs } from '../ingest/sample-pngs.ts'
import { halfOf } from '../search/questions/question.ts'
import { type Drawing, openBrowser } from './browser.ts'
import { compareDrawings, type Difference, findEdges, removeBackground } from './difference.ts'
import { type OddPng, oddPngs } from './odd-pngs.ts'

const FILES = 200
/** Of 255. */
const goals = { mean: 3, edges: 2 }

/** Each previews' largest difference over its sizes and backgrounds. */
interface FileResult extends Difference {
  kind: string
  name: string
}

/** What visitors see of a preview beside what the browser draws of the original, on white and on black. */
export const previews: Benchmark<FileResult[]> = {
  name: 'previews',
  description: `Previews of odd PNGs and clip art beside Chromium's drawing of the originals; --half as for truth.`,

  async run(say, options) {
    const seed = Number(process.env.PREVIEWS_SEED ?? 2)
    say(`${FILES} files, seed ${seed}, and about as many of the ${options.half} half of the clip art.`)
    const [browser, pool] = [await openBrowser(), startImagingPool({ workers: 1 })]
    try {
      const results: FileResult[] = []
      for (const file of oddPngs(FILES, seed)) results.push(await measureFile(file, browser, pool))
      for (const file of await drawingsOf(options)) results.push(await measureFile(file, browser, pool))
      return results
    } finally {
      await Promise.all([browser.close(), pool.stop()])
    }
  },

  print(results) {
    for (const [kind, files] of Map.groupBy(results, (one) => one.kind)) console.log(summary(kind, files))
    console.log(summary('all', results))
    for (const figure of ['mean', 'edges'] as const)
      for (const one of results.toSorted((a, b) => b[figure] - a[figure]).slice(0, 5))
        console.log(`worst ${figure} ${one[figure].toFixed(2)}: ${one.name}`)
  },
}

function summary(kind: string, files: FileResult[]): string {
  /** Over the files that have such pixels: opaque ones have no edges. */
  const mean = (of: (file: FileResult) => number) => {
    const values = files.map(of).filter((value) => value > 0)
    return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  }
  const most = (of: (file: FileResult) => number) => Math.max(...files.map(of))
  const within = files.filter((file) => file.mean <= goals.mean).length
  return [
    kind.padEnd(22),
    `${within} of ${files.length} within ${goals.mean}`.padEnd(22),
    `mean ${mean((file) => file.mean).toFixed(2)} (worst file ${most((file) => file.mean).toFixed(2)})`.padEnd(34),
    `edges ${mean((file) => file.edges).toFixed(2)} (worst file ${most((file) => file.edges).toFixed(2)})`.padEnd(36),
    `fringes in ${files.filter((file) => file.fringes > 0).length}`,
  ].join(' ')
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

async function measureFile({ kind, name, bytes }: OddPng, browser: Browser, pool: ImagingPool): Promise<FileResult> {
  const folder = await mkdtemp(join(tmpdir(), 'previews-'))
  try {
    const file = join(folder, 'original.png')
    await writeFile(file, bytes)
    const { variants } = await pool.measure({ file, pixels: 1e6, folder, xmp: '<x/>' }, { owner: 'operator' })
    const original = await drawOnBoth(browser, bytes, 'image/png')
    const differences: Difference[] = []
    for (const size of variants) {
      const preview = await readFile(join(folder, variantFile(size)))
      const drawings = await drawOnBoth(browser, preview, variantFormat.mime)
      const expected = await reduce(original, drawings[0])
      const edges = findEdges(...expected)
      for (const [at, drawing] of drawings.entries()) differences.push(compareDrawings(expected[at]!, drawing, edges))
    }
    const most = (of: (one: Difference) => number) => Math.max(...differences.map(of))
    return {
      kind,
      name,
      mean: most((one) => one.mean),
      edges: most((one) => one.edges),
      fringes: most((one) => one.fringes),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Drawings = [onWhite: Drawing, onBlack: Drawing]

/** About as many drawings of a half of the clip art. */
async function drawingsOf({ half }: BenchmarkOptions): Promise<OddPng[]> {
  const { folder, files } = await samplePngs(2 * FILES)
  const names = files.map((file) => relative(folder, file)).filter((name) => halfOf(name) === half)
  return Promise.all(names.map(async (name) => ({ kind: 'clip art', name, bytes: await readFile(join(folder, name)) })))
}

const drawOnBoth = async (browser: Browser, bytes: Buffer, mime: string): Promise<Drawings> => [
  await browser.draw(bytes, mime, '#ffffff'),
  await browser.draw(bytes, mime, '#000000'),
]

/**
 * Reduces what the browser drew at full size by the filter that previews use, so that filters are not compared. From
 * both drawings follow colour and alpha: reduced on a background, edges would ring against it.
 */
async function reduce([onWhite, onBlack]: Drawings, { width, height }: Drawing): Promise<Drawings> {
  if (width === onWhite.width && height === onWhite.height) return [onWhite, onBlack]
  const image = sharp(removeBackground(onWhite, onBlack), {
    raw: { width: onWhite.width, height: onWhite.height, channels: 4 },
  })
  const reduced = await image.resize(width, height, { fit: 'fill' }).raw().toBuffer()
  return [drawOn(255), drawOn(0)]

  function drawOn(level: number): Drawing {
    const pixels = Buffer.from(reduced)
    for (let at = 0; at < pixels.length; at++) {
      const alpha = reduced[at | 3]!
      pixels[at] = (at & 3) === 3 ? 255 : Math.round((reduced[at]! * alpha + level * (255 - alpha)) / 255)
    }
    return { width, height, pixels }
  }
}
