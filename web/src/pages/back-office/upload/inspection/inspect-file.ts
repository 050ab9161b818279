import { hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import { variantSides } from '@vitrine/contract/variants'
import { hasAlpha, type PngStructure, parsePng } from './parse-png.ts'
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
  /** Perceptual hash (dHash, contract/perceptual-hash.ts) in hexadecimal; missing for an empty image. */
  dhash?: string
  /** A thumbnail: hundreds of full-size images would exceed the memory of a phone. */
  thumbnail?: Blob
}

export const emptyInspection: FileInspection = { width: 0, height: 0, embedded: noMetadata, warnings: [] }

/**
 * Longer side in pixels of the thumbnail, from which hash and transparency are computed: the size that the server
 * hashes, since a thumbnail of 192 pixels gives another hash four times as often.
 */
const thumbnailSide = variantSides[0]

/** Inspects a file; called in a worker, one file at a time. */
export async function inspectFile(file: File): Promise<FileInspection> {
  const sizeRefusal = refusalForSize(file.size)
  if (sizeRefusal) return { ...emptyInspection, refusal: sizeRefusal }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const png = parsePng(bytes)
  const refusal = refusalForStructure(png)
  if (!png || refusal) return { ...emptyInspection, refusal: refusal! }
  const { width, height } = png.header
  const [embedded, sha256, { warnings, ...pixels }] = await Promise.all([
    readEmbeddedMetadata(png.textChunks),
    sha256Of(bytes),
    inspectPixels(file, png),
  ])
  const sizeWarnings: Warning[] = Math.max(width, height) < smallSide ? ['small'] : []
  return { width, height, embedded, sha256, ...pixels, warnings: [...warnings, ...sizeWarnings] }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Thumbnail, perceptual hash and transparency; transparent areas too small for the thumbnail do not count. */
async function inspectPixels(
  file: File,
  png: PngStructure,
): Promise<Pick<FileInspection, 'thumbnail' | 'dhash' | 'warnings'>> {
  const { width, height } = png.header
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  try {
    const copy = await createImageBitmap(file, {
      resizeWidth: size.width,
      resizeHeight: size.height,
      resizeQuality: 'medium',
    })
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    context.drawImage(copy, 0, 0)
    copy.close()
    const { data } = context.getImageData(0, 0, size.width, size.height)
    const dhash = hashToHex(perceptualHash({ pixels: data, ...size })) ?? undefined
    const isTransparent = hasAlpha(png) && data.some((value, index) => index % 4 === 3 && value < 255)
    const thumbnail = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return { thumbnail, dhash, warnings: isTransparent ? [] : ['opaque'] }
  } catch {
    return { warnings: ['unreadable'] }
  }
}
