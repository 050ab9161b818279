import { readFile } from 'node:fs/promises'
import { variantQuality } from '@vitrine/contract/variants'
import { imageLimits } from '@vitrine/contract/vocabulary/image-limits'
import { limits } from '@vitrine/contract/vocabulary/limits'
import sharp from 'sharp'
import { type LoadableFormat, UndecodableImage, writeDurably } from './decode.ts'
import { stripMetadata } from './png/png-chunks.ts'

/** A picture of a person, to be made small and square. */
export interface AvatarJob {
  /** A PNG that PngWalker accepted, or what begins like a JPEG or a WebP. */
  file: string
  format: LoadableFormat
  /** Where the WebP goes. */
  to: string
}

/**
 * Cut to a square around its middle, upright as its EXIF says, its transparency kept and its metadata dropped: a
 * portrait from a telephone tells where somebody lives.
 */
export async function writeAvatar({ file, format, to }: AvatarJob): Promise<void> {
  const bytes = await readFile(file)
  // Many telephones write JPEGs that are worth a warning to libjpeg and fine to everybody else.
  const picture = sharp(format === 'png' ? stripMetadata(bytes) : bytes, {
    failOn: 'error',
    limitInputPixels: imageLimits.area,
  })
  const { width, height } = await picture.metadata().catch(throwUndecodable)
  if (Math.max(width, height) > imageLimits.side) throw new UndecodableImage('too large')
  const { avatarSide } = limits
  const square = picture.autoOrient().toColourspace('srgb').resize(avatarSide, avatarSide, { fit: 'cover' })
  await writeDurably(to, await square.webp(variantQuality).toBuffer().catch(throwUndecodable))
}

function throwUndecodable(error: Error): never {
  throw new UndecodableImage(error.message)
}
