import { readFile } from 'node:fs/promises'
import type { downloadFormats } from '@vitrine/contract/filters'
import { variantQuality } from '@vitrine/contract/picture-limits'
import sharp from 'sharp'
import { opened, writeForGood } from './picture-files.ts'
import { bare, withXmp } from './png-chunks.ts'

export type CopyFormat = (typeof downloadFormats)[number]

/** A copy to be made of a picture of the library. */
export interface Copying {
  file: string
  /** Where the copy goes. */
  to: string
  /** Pixels of the longer side; null leaves the picture's own. */
  size: number | null
  format: CopyFormat
  xmp: string
}

/** Writes the copy with its XMP inside, and nothing of the texts that the original carries. */
export async function writeCopy({ file, to, size, format, xmp }: Copying): Promise<void> {
  const original = bare(await readFile(file))
  await writeForGood(to, await (format === 'png' ? asPng(original, size, xmp) : asWebp(original, size, xmp)))
}

/** Pixels that need no other size are not encoded again: their chunks stay as they are, 16 bits and palettes included. */
async function asPng(original: Buffer, size: number | null, xmp: string): Promise<Buffer> {
  if (size === null) return withXmp(original, xmp)
  const picture = await shrunk(original, size)
  return withXmp(await picture.png({ compressionLevel: 9 }).toBuffer(), xmp)
}

async function asWebp(original: Buffer, size: number | null, xmp: string): Promise<Buffer> {
  if (size === null) return opened(original).webp(fullQuality).withXmp(xmp).toBuffer()
  const picture = await shrunk(original, size)
  return picture.webp(variantQuality).withXmp(xmp).toBuffer()
}

/**
 * Never enlarges. sharp premultiplies before it resizes, so hidden colours do not bleed into visible edges. The large
 * picture is done with before the small one is encoded, since both together would not fit a worker.
 */
async function shrunk(original: Buffer, size: number) {
  const smaller = opened(original).resize(size, size, { fit: 'inside', withoutEnlargement: true }).raw()
  const { data, info } = await smaller.toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/**
 * What is taken whole goes on into somebody's work and is encoded there again, so its transparency is exact. Measured on
 * 30 drawings of 1024 px: a quarter larger than `variantQuality`, and half of the PNGs; lossless takes half as long again.
 */
const fullQuality = { ...variantQuality, quality: 90, alphaQuality: 100 }
