import { hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import { variantSides } from '@vitrine/contract/variants'
import { hasAlpha, type PngStructure, parsePng } from './parse-png.ts'
import { refusalForSize, refusalForStructure, smallSide, type Warning } from './pre-flight.ts'
import { type EmbeddedMetadata, noMetadata, readEmbeddedMetadata } from './read-metadata.ts'

/** What can be told of a file before it is sent. */
export interface FileInspection {
  width: number
  height: number
  embedded: EmbeddedMetadata
  warnings: Warning[]
  /** The server's sentence, where it would not take the file. */
  refusal?: string
  /** Of the whole file, in hexadecimal digits; missing where the browser does not hash (pages without https). */
  sha256?: string
  /** What the motif looks like, as contract/looks.ts has it; missing where nothing is to be seen. */
  dhash?: string
  /** A small copy to show: hundreds of whole pictures would not fit into the memory of a phone. */
  thumbnail?: Blob
}

export const emptyInspection: FileInspection = { width: 0, height: 0, embedded: noMetadata, warnings: [] }

/**
 * Pixels of the longer side of the copy that is shown and searched for transparency. As large as the one in which the
 * server sees the motif: of one of 192 it finds another look four times as often.
 */
const thumbnailSide = variantSides[0]

/** Reads a file whole, one at a time and never on the page's own thread. */
export async function inspectFile(file: File): Promise<FileInspection> {
  const tooMuch = refusalForSize(file.size)
  if (tooMuch) return { ...emptyInspection, refusal: tooMuch }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const chunks = parsePng(bytes)
  const refusal = refusalForStructure(chunks)
  if (!chunks || refusal) return { ...emptyInspection, refusal: refusal! }
  const { width, height } = chunks.header
  const [embedded, sha256, { warnings: doubts, ...picture }] = await Promise.all([
    readEmbeddedMetadata(chunks.textChunks),
    sha256Of(bytes),
    inspectPixels(file, chunks),
  ])
  const small: Warning[] = Math.max(width, height) < smallSide ? ['small'] : []
  return { width, height, embedded, sha256, ...picture, warnings: [...doubts, ...small] }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A hole smaller than the copy shows is not what makes a picture transparent. */
async function inspectPixels(
  file: File,
  chunks: PngStructure,
): Promise<Pick<FileInspection, 'thumbnail' | 'dhash' | 'warnings'>> {
  const { width, height } = chunks.header
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
    const motif = hashToHex(perceptualHash({ pixels: data, ...size })) ?? undefined
    const clear = hasAlpha(chunks) && data.some((value, at) => at % 4 === 3 && value < 255)
    const thumbnail = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return { thumbnail, dhash: motif, warnings: clear ? [] : ['opaque'] }
  } catch {
    return { warnings: ['unreadable'] }
  }
}
