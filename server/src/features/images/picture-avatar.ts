import { readFile } from 'node:fs/promises'
import { pictureLimits, variantQuality } from '@vitrine/contract/picture-limits'
import sharp from 'sharp'
import { Undecodable, writeForGood } from './picture-files.ts'

/** A picture of a person, to be made small and square. */
export interface Portraying {
  /** PNG, JPEG or WebP. */
  file: string
  /** Where the WebP goes. */
  to: string
}

/** Pixels of either side: twice what the largest place on a page shows. */
const side = 256

/**
 * Cut to a square around its middle, upright as its EXIF says, its transparency kept and its metadata dropped: a
 * portrait from a telephone tells where somebody lives.
 */
export async function writeAvatar({ file, to }: Portraying): Promise<void> {
  const picture = sharp(await readFile(file), { failOn: 'error', limitInputPixels: pictureLimits.area })
  const { width = 0, height = 0 } = await picture.metadata().catch(undecodable)
  if (Math.max(width, height) > pictureLimits.side) throw new Undecodable('too large')
  const square = picture.autoOrient().toColourspace('srgb').resize(side, side, { fit: 'cover' })
  await writeForGood(to, await square.webp(variantQuality).toBuffer().catch(undecodable))
}

function undecodable(error: Error): never {
  throw new Undecodable(error.message)
}
