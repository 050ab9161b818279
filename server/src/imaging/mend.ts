import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import sharp, { type Sharp } from 'sharp'
import { exifOrientation } from '#imaging/png/exif'
import { dropColourChunks, isColoured } from './colour/colour-chunks.ts'
import { bitDepthOf } from './colour/colour-correction.ts'
import { decodePng, fromPixels } from './decode.ts'
import { smallestPng } from './derivative.ts'
import { measurePicture } from './measures/measure-picture.ts'
import { type MendedPicture, type Mending, mendPicture } from './measures/mend-picture.ts'
import { insertChunks, isIntact, pngChunks, stripMetadata } from './png/png-chunks.ts'

const nothing = Buffer.alloc(0)

/**
 * A copy of a PNG without the faults that can be removed exactly (requirements: #mending); empty where there is none.
 * Its samples stay as stored, with the chunks that say what they mean; those of 16 bits would lose depth.
 */
export async function encodeMended(file: Buffer): Promise<Buffer> {
  if (bitDepthOf(file) === 16) return nothing
  const [size, isGrey, chunks] = [file.length, !isColoured(file), keptChunks(file)]
  const image = await decodePng(dropColourChunks(stripMetadata(file)))
  // In place: `slice` copies nothing of a Buffer, and a second picture would not fit into the memory of a worker.
  const mended = mendPicture(image, measurePicture(image))
  if (!mended) return nothing
  const pixels = stripMetadata(await smallestPng(isGrey ? greyOf(mended) : fromPixels(mended)))
  const copy = insertChunks(pixels, chunks)
  return copy.length > Math.min(fileLimits.fileBytes, maxSize(mended.mended, size)) ? nothing : copy
}

/** What cures no fault must make the file smaller; hidden colours alone by so much. */
const minSaving = 0.1

function maxSize(mended: Mending[], size: number): number {
  if (mended.includes('haze') || mended.includes('specks')) return Number.POSITIVE_INFINITY
  return mended.includes('clear_margins') ? size : size * (1 - minSaving)
}

/** Chunks of colour space, resolution and metadata; mended pixels are turned already. */
function keptChunks(file: Buffer): Buffer {
  const all = [...pngChunks(file)].filter(
    (chunk) =>
      KEPT_CHUNKS.has(chunk.type) &&
      isIntact(file, chunk) &&
      (chunk.type !== 'eXIf' || exifOrientation(chunk.data) === 1),
  )
  return Buffer.concat(all.map(({ start, end }) => file.subarray(start, end)))
}

const KEPT_CHUNKS = new Set([
  ...['cICP', 'mDCV', 'cLLI', 'iCCP', 'sRGB', 'gAMA', 'cHRM'],
  ...['pHYs', 'eXIf', 'tEXt', 'zTXt', 'iTXt'],
])

/** Red, green and blue, which are the same everywhere, once: a colour profile for grey fits no file with colours. */
function greyOf({ pixels, width, height }: MendedPicture): Sharp {
  const samples = new Uint8Array(width * height * 2)
  for (let at = 0; at < samples.length; at += 2) {
    samples[at] = pixels[at * 2]!
    samples[at + 1] = pixels[at * 2 + 3]!
  }
  return sharp(samples, { raw: { width, height, channels: 2 } }).toColourspace('b-w')
}
