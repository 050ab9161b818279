// The pictures of Debian's package openclipart-png, each with its perceptual row; rows are kept between two runs.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { measuresVersion } from '../../server/src/imaging/measures/measure-picture.ts'
import type { RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'
import {
  type PackedRow,
  type PerceptualRow,
  packRow,
  perceptualRow,
  unpackRow,
} from '../../server/src/imaging/measures/similarity/perceptual-row.ts'
import { type Half, say } from '../harness/benchmark.ts'
import { cacheFolder } from '../harness/data-folder.ts'
import { toCanvas } from '../harness/pixels.ts'
import { clipArtFolder, clipArtPaths } from '../harness/sample-pngs.ts'

export interface Picture {
  /** Path below `clipArtFolder`. */
  path: string
  half: Half
  width: number
  height: number
  row: PerceptualRow
  /** Milliseconds of measuring the row from decoded pixels. */
  cost: number
}

/** Larger pictures are left out, so that one run takes minutes. */
const maxPixels = 16_000_000

/** Drawings by a program, of hairlines and hardly to be told apart by eye; they would be a fifth of all pairs. */
const generatedDrawings = 'shapes/stars/'

export async function loadClipArt(): Promise<Picture[]> {
  const file = join(await cacheFolder(), `twins-rows-${measuresVersion}.json`)
  if (!existsSync(file)) await writeFile(file, JSON.stringify(await measureClipArt()))
  const stored: StoredPicture[] = JSON.parse(await readFile(file, 'utf8'))
  return stored
    .filter(({ path }) => !path.startsWith(generatedDrawings))
    .map(({ row, ...picture }) => ({ ...picture, half: halfOf(picture.path), row: unpackRow(row) }))
}

interface StoredPicture extends Pick<Picture, 'path' | 'width' | 'height' | 'cost'> {
  row: PackedRow
}

/** By hash of the path, so that a picture stays in its half. */
const halfOf = (path: string): Half => (createHash('sha256').update(path).digest()[0]! & 1 ? 'held-out' : 'tuned')

/** One picture of each content; those in which nothing is visible have no row and are left out. */
async function measureClipArt(): Promise<StoredPicture[]> {
  const paths = await clipArtPaths()
  const contents = new Set<string>()
  const pictures: StoredPicture[] = []
  for (const [index, path] of paths.entries()) {
    if (index % 500 === 0) say(`Measured ${index} of ${paths.length} files.`)
    const bytes = await readFile(join(clipArtFolder, path))
    const content = createHash('sha256').update(bytes).digest('base64')
    if (contents.has(content)) continue
    contents.add(content)
    const image = await decode(bytes).catch(() => null)
    const began = performance.now()
    const row = image && perceptualRow(image)
    if (!row) continue
    const { width, height } = image
    pictures.push({ path, width, height, cost: performance.now() - began, row: packRow(row) })
  }
  return pictures
}

export const decode = (source: Buffer | string): Promise<RgbaImage> =>
  toCanvas(sharp(source, { limitInputPixels: maxPixels }))
