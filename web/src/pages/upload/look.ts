import { hashToHex, perceptualHash } from '@vitrine/contract/looks'
import { variantSides } from '@vitrine/contract/picture-limits'
import { type Embedded, embeddedIn, saysNothing } from './embedded.ts'
import { type Chunks, chunksOf, hasAlpha } from './png-chunks.ts'
import { type Doubt, refusedByChunks, refusedBySize, smallSide } from './pre-flight.ts'

/** What can be told of a file before it is sent. */
export interface Look {
  width: number
  height: number
  embedded: Embedded
  doubts: Doubt[]
  /** The server's sentence, where it would not take the file. */
  refusal?: string
  /** Of the whole file, in hexadecimal digits; missing where the browser does not hash (pages without https). */
  sha256?: string
  /** What the motif looks like, as contract/looks.ts has it; missing where nothing is to be seen. */
  motif?: string
  /** A small copy to show: hundreds of whole pictures would not fit into the memory of a phone. */
  thumbnail?: Blob
}

export const noLook: Look = { width: 0, height: 0, embedded: saysNothing, doubts: [] }

/**
 * Pixels of the longer side of the copy that is shown and searched for transparency. As large as the one in which the
 * server sees the motif: of one of 192 it finds another look four times as often.
 */
const copySide = variantSides[0]

/** Reads a file whole, one at a time and never on the page's own thread. */
export async function lookAt(file: File): Promise<Look> {
  const tooMuch = refusedBySize(file.size)
  if (tooMuch) return { ...noLook, refusal: tooMuch }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const chunks = chunksOf(bytes)
  const refusal = refusedByChunks(chunks)
  if (!chunks || refusal) return { ...noLook, refusal: refusal! }
  const { width, height } = chunks.header
  const [embedded, sha256, { doubts, ...picture }] = await Promise.all([
    embeddedIn(chunks.texts),
    hashOf(bytes),
    seen(file, chunks),
  ])
  const small: Doubt[] = Math.max(width, height) < smallSide ? ['small'] : []
  return { width, height, embedded, sha256, ...picture, doubts: [...doubts, ...small] }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A hole smaller than the copy shows is not what makes a picture transparent. */
async function seen(file: File, chunks: Chunks): Promise<Pick<Look, 'thumbnail' | 'motif' | 'doubts'>> {
  const { width, height } = chunks.header
  const scale = Math.min(1, copySide / Math.max(width, height))
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
    return { thumbnail, motif, doubts: clear ? [] : ['opaque'] }
  } catch {
    return { doubts: ['unreadable'] }
  }
}
