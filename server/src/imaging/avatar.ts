import { variantQuality } from '@vitrine/contract/variants'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { limits } from '@vitrine/contract/vocabulary/limits'
import sharp from 'sharp'
import { UndecodableImage } from './decode.ts'
import { stripMetadata } from './png/png-chunks.ts'
import type { AvatarJob } from './worker-protocol.ts'

/**
 * Crops to a centred square and applies the EXIF orientation; transparency stays, metadata goes, since the EXIF of a
 * phone photo may hold the location of a person's home.
 */
export async function encodeAvatar(bytes: Buffer, { format }: AvatarJob): Promise<Buffer> {
  // Not failOn 'warning': many phones write JPEGs that libjpeg warns about and every program opens.
  const image = sharp(format === 'png' ? stripMetadata(bytes) : bytes, {
    failOn: 'error',
    limitInputPixels: fileLimits.area,
  })
  const { width, height } = await image.metadata().catch(throwUndecodable)
  if (Math.max(width, height) > fileLimits.side) throw new UndecodableImage('too large')
  const { avatarSide } = limits
  const square = image.autoOrient().toColourspace('srgb').resize(avatarSide, avatarSide, { fit: 'cover' })
  return square.webp(variantQuality).toBuffer().catch(throwUndecodable)
}

function throwUndecodable(error: Error): never {
  throw new UndecodableImage(error.message)
}
