import { previewQuality } from '@vitrine/contract/media-files'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { limits } from '@vitrine/contract/vocabulary/limits'
import sharp, { type Sharp } from 'sharp'
import { decodePng, fromPixels, UndecodableImage } from './decode.ts'
import { stripMetadata } from './png/png-chunks.ts'
import type { AvatarJob } from './worker-protocol.ts'

/**
 * Crops to a centred square and applies the EXIF orientation; transparency stays, metadata goes, since the EXIF of a
 * phone photo may hold the location of a person's home.
 */
export async function encodeAvatar(bytes: Buffer, { format }: AvatarJob): Promise<Buffer> {
  const image = format === 'png' ? fromPixels(await decodePng(stripMetadata(bytes))) : await openPhoto(bytes)
  const square = image.resize(limits.avatarSide, limits.avatarSide, { fit: 'cover' })
  return square.webp(previewQuality).toBuffer().catch(throwUndecodable)
}

async function openPhoto(bytes: Buffer): Promise<Sharp> {
  // Not failOn 'warning': many phones write JPEGs that libjpeg warns about and every program opens.
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: fileLimits.area })
  const { width, height } = await image.metadata().catch(throwUndecodable)
  if (Math.max(width, height) > fileLimits.side) throw new UndecodableImage('too large')
  return image.autoOrient().toColourspace('srgb')
}

function throwUndecodable(error: Error): never {
  throw new UndecodableImage(error.message)
}
