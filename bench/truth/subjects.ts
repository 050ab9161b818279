import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { alphaStatistics } from '../../server/src/imaging/measures/alpha-histogram.ts'
import type { Half } from '../harness/benchmark.ts'
import { type Canvas, toCanvas } from '../harness/pixels.ts'
import type { Random } from '../harness/random.ts'
import { clipArtFolder, samplePngs } from '../harness/sample-pngs.ts'
import { halfOf } from '../search/questions/question.ts'
import { resize } from './canvas.ts'

export interface LibraryHalf {
  half: Half
  /** Paths in `clipArtFolder`. */
  files: string[]
}

/** The paths of all sound PNGs of a half of the library, no two with the same bytes; the path decides the half. */
export async function libraryHalf(half: Half): Promise<LibraryHalf> {
  const files = await samplePngs(Number.MAX_SAFE_INTEGER)
  const paths = files.map((file) => relative(clipArtFolder, file)).sort()
  return { half, files: paths.filter((path) => halfOf(path) === half) }
}

export const decodeClipArt = async (path: string) => toCanvas(sharp(await readFile(join(clipArtFolder, path))))

/** Cut-outs of one half of the library, for fakes to be made of. */
export interface Subjects {
  /** A cut-out of at most `side` px that fills a part of its frame and has a soft edge. */
  next(side: number): Promise<Canvas>
}

export const subjectsOf = ({ files }: LibraryHalf, random: Random): Subjects => ({
  async next(side) {
    for (;;) {
      const path = random.pick(files)
      const { width, height } = await sharp(join(clipArtFolder, path)).metadata()
      if (Math.min(width, height) < 100 || width * height > 4e6) continue
      const image = await decodeClipArt(path)
      const longer = Math.max(width, height)
      const canvas = longer > side ? await resize(image, (width * side) / longer) : image
      if (isCutOut(canvas)) return canvas
    }
  },
})

/** Something is clear, something opaque, with a soft edge between them. */
function isCutOut(canvas: Canvas): boolean {
  const { clearShare, softShare } = alphaStatistics(canvas)
  const isLarge = Math.min(canvas.width, canvas.height) >= 80
  return isLarge && clearShare > 0.2 && 1 - clearShare - softShare > 0.05 && softShare > 0.001
}
