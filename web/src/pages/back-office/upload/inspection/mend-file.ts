import type { PictureMeasures } from '@vitrine/contract/measures/findings'
import { type Mending, mendPicture } from '@vitrine/contract/measures/mend-picture'
import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { encodePng } from './encode-png.ts'
import type { PngStructure } from './parse-png.ts'

/** A mended picture as a file that may be sent in place of the original. */
export interface MendedFile {
  bytes: Blob
  width: number
  height: number
  mended: Mending[]
}

/** The share of its bytes that a file must lose for hidden colours alone to be worth removing. */
const minSaving = 0.1

/**
 * The mended file that is offered for a picture; null where there is none. Pictures of 16 bits are left alone: they
 * would lose depth. What cures no finding must at least make the file smaller.
 */
export async function mendFile(
  png: PngStructure,
  image: RgbaImage,
  measures: PictureMeasures,
  size: number,
): Promise<MendedFile | null> {
  if (png.header.bitDepth > 8) return null
  const picture = mendPicture(image, measures)
  if (!picture) return null
  const bytes = await encodePng(picture, { isGrey: isGrey(png), chunks: png.keptChunks })
  if (bytes.size > fileLimits.fileBytes || bytes.size > maxSize(picture.mended, size)) return null
  return { bytes, width: picture.width, height: picture.height, mended: picture.mended }
}

function maxSize(mended: Mending[], size: number): number {
  const kinds = mended.map(({ kind }) => kind)
  if (kinds.includes('haze') || kinds.includes('specks')) return Number.POSITIVE_INFINITY
  return kinds.includes('clear_margins') ? size : size * (1 - minSaving)
}

/** By colour type, since a colour profile for grey must not stand in a file with colours. */
const isGrey = ({ header }: PngStructure) => header.colourType === 0 || header.colourType === 4
