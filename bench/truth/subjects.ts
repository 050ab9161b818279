import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { alphaStatistics } from '@vitrine/contract/measures/alpha-histogram'
import sharp from 'sharp'
import { samplePngs } from '../ingest/sample-pngs.ts'
import { type Half, halfOf } from '../search/questions/question.ts'
import type { Random } from '../search/questions/random.ts'
import { type Canvas, resize, toCanvas } from './canvas.ts'

export interface LibraryHalf {
  half: Half
  folder: string
  /** Paths in the folder. */
  files: string[]
}

/** The paths of all sound PNGs of a half of the library, no two with the same bytes; the path decides the half. */
export async function libraryHalf(half: Half): Promise<LibraryHalf> {
  const { folder, files } = await samplePngs(Number.MAX_SAFE_INTEGER)
  const names = files.map((file) => file.slice(folder.length + 1)).sort()
  return { half, folder, files: names.filter((name) => halfOf(name) === half) }
}

export const decodePng = async (file: string) => toCanvas(sharp(await readFile(file)))

/** Cut-outs of one half of the library, for fakes to be made of. */
export interface Subjects {
  /** A cut-out of at most `side` px that fills a part of its frame and has a soft edge. */
  next(side: number): Promise<Canvas>
}

export function subjectsOf({ folder, files }: LibraryHalf, random: Random): Subjects {
  const next = async (side: number): Promise<Canvas> => {
    for (;;) {
      const file = `${folder}/${random.pick(files)}`
      if (!existsSync(file)) continue
      const { width = 0, height = 0 } = await sharp(file).metadata()
      if (Math.min(width, height) < 100 || width * height > 4e6) continue
      const image = await decodePng(file)
      const canvas =
        Math.max(width, height) > side ? await resize(image, (width * side) / Math.max(width, height)) : image
      if (isCutOut(canvas)) return canvas
    }
  }
  return { next }
}

function isCutOut(canvas: Canvas): boolean {
  const { clearShare, softShare } = alphaStatistics(canvas)
  // Something clear, something opaque, and a soft edge between them.
  return (
    Math.min(canvas.width, canvas.height) >= 80 &&
    clearShare > 0.2 &&
    1 - clearShare - softShare > 0.05 &&
    softShare > 0.001
  )
}
