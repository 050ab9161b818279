import type { Finding } from '@vitrine/contract/measures/findings'
import { measurePicture } from '@vitrine/contract/measures/measure-picture'
import { type PerceptualRow, perceptualRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { previewSides } from '@vitrine/contract/media-files'
import { shownLayout } from '@vitrine/contract/uploading/exif'
import { refusalMessage } from '@vitrine/contract/vocabulary/refusals'
import { decodePixels } from './decode-pixels.ts'
import { type MendedFile, mendFile } from './mend-file.ts'
import { type PngStructure, parsePng } from './parse-png.ts'
import { refusalForSize, refusalForStructure, smallSide, type Warning } from './pre-flight.ts'
import { type EmbeddedMetadata, noMetadata, readEmbeddedMetadata } from './read-metadata.ts'

/** What the browser can find out about a file before it is sent. */
export interface FileInspection {
  width: number
  height: number
  embedded: EmbeddedMetadata
  warnings: Warning[]
  /** The server's message, if it would refuse the file. */
  refusal?: string
  /** Hash of the whole file in hexadecimal; missing where the browser has no SubtleCrypto (pages without HTTPS). */
  sha256?: string
  /** What finds the picture again; missing where its pixels could not be measured. */
  row?: PerceptualRow | undefined
  /** A thumbnail: hundreds of full-size images would exceed the memory of a phone. */
  thumbnail?: Blob
  /** What was found in the full-size pixels, worst first; missing where they could not be measured. */
  findings?: Finding[] | undefined
  /** A file without those faults that can be removed exactly. */
  mended?: MendedFile
}

export const emptyInspection: FileInspection = { width: 0, height: 0, embedded: noMetadata, warnings: [] }

/** Longer side of the thumbnail in pixels. */
const thumbnailSide = previewSides[0]

/**
 * Inspects a file; called in a worker, one file at a time. Measuring and mending take longest, so what is known before
 * them is given to `onProgress`.
 */
export async function inspectFile(
  file: File,
  onProgress: (inspection: FileInspection) => void,
): Promise<FileInspection> {
  const sizeRefusal = refusalForSize(file.size)
  if (sizeRefusal) return { ...emptyInspection, refusal: sizeRefusal }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const png = parsePng(bytes)
  const refusal = refusalForStructure(png)
  if (!png || refusal) return { ...emptyInspection, refusal: refusal! }
  const { width, height } = shownLayout(png.header, png.orientation)
  const [embedded, sha256] = await Promise.all([readEmbeddedMetadata(png.textChunks), sha256Of(bytes)])
  const { warnings, ...thumbnail } = await makeThumbnail(file, png)
  const sizeWarnings: Warning[] = Math.max(width, height) < smallSide ? ['small'] : []
  const unmeasured = { width, height, embedded, sha256, ...thumbnail, warnings: [...warnings, ...sizeWarnings] }
  onProgress(unmeasured)
  // After the thumbnail, since each of the two holds all pixels of the picture.
  const measured = await measure(png, file.size, (findings) => onProgress({ ...unmeasured, ...findings }))
  return { ...unmeasured, ...measured }
}

type Measured = Pick<FileInspection, 'findings' | 'row' | 'refusal' | 'mended'>

/** As far as it gets: nothing when the pixels are damaged or do not fit into memory. */
async function measure(png: PngStructure, size: number, onMeasured: (measured: Measured) => void): Promise<Measured> {
  let measured: Measured = {}
  try {
    const image = await decodePixels(png)
    const measures = measurePicture(image.pixels, image.width, image.height)
    const { findings } = measures
    if (findings.some(({ kind }) => kind === 'nothing_to_see'))
      return { findings, refusal: refusalMessage('nothing_to_see', {}) }
    measured = { findings, row: perceptualRow(image) ?? undefined }
    onMeasured(measured)
    const mended = await mendFile(png, image, measures, size)
    return mended ? { ...measured, mended } : measured
  } catch {
    return measured
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function makeThumbnail(file: File, png: PngStructure): Promise<Pick<FileInspection, 'thumbnail' | 'warnings'>> {
  const { width, height } = shownLayout(png.header, png.orientation)
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  try {
    const copy = await createImageBitmap(file, {
      resizeWidth: size.width,
      resizeHeight: size.height,
      resizeQuality: 'medium',
    })
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')!
    context.drawImage(copy, 0, 0)
    copy.close()
    const thumbnail = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return { thumbnail, warnings: [] }
  } catch {
    return { warnings: ['unreadable'] }
  }
}
