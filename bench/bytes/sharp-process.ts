// The baseline that makes the same previews and measures: one decode, each size from the next larger one, without
// checks or storage.

import { previewSizes } from '@vitrine/contract/media-files'
import sharp, { type OutputInfo } from 'sharp'
import { measurePicture } from '../../server/src/imaging/measures/measure-picture.ts'
import { perceptualRow } from '../../server/src/imaging/measures/similarity/perceptual-row.ts'
import { encodePreview } from '../../server/src/imaging/resize.ts'
import { serveRequests } from '../harness/benchmark-process.ts'

/** In place of the packet about licence and maker. */
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'

sharp.cache(false)
sharp.concurrency(1)

serveRequests(async (file: string) => {
  let picture = await sharp(file).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = picture.info
  measurePicture({ pixels: picture.data, width, height })
  perceptualRow({ pixels: picture.data, width, height })
  const previews: Promise<Buffer>[] = []
  for (const size of previewSizes(width, height).toReversed()) {
    if (size < Math.max(width, height))
      picture = await raw(picture).resize(size, size, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
    previews.push(encodePreview({ pixels: picture.data, ...picture.info }, XMP))
  }
  await Promise.all(previews)
  return true
})

const raw = ({ data, info }: { data: Buffer; info: OutputInfo }) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
