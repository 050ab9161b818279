import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { withoutSlack } from '#kit/caches/memory-of-buffers'

/** A rendered page in the content encodings that browsers accept. */
export type CachedResponse = ReturnType<typeof createCachedResponse>

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** What a page needs of the cache that stores it. */
export interface CacheSlot {
  /** Called when `byteLength` has changed. */
  onResize(): void
  recompression: Recompression
}

/** Shared by all caches of an app: one recompression at a time leaves threads for the requests that wait. */
export interface Recompression {
  isRunning: boolean
}

/**
 * Stores the encodings that were requested. The text itself, eight times as large, is dropped with the first compressed
 * one and decompressed when it is needed again.
 */
export function createCachedResponse({ status, text }: { status: number; text: string }, slot: CacheSlot) {
  const identity = withoutSlack(Buffer.from(text))
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const stored: Partial<Record<ContentEncoding, Buffer>> = { identity }
  const inProgress: Partial<Record<ContentEncoding, Promise<Buffer>>> = {}
  let [requests, isRecompressed] = [0, false]

  const store = (encoding: ContentEncoding, compressed: Buffer) => {
    const bytes = withoutSlack(compressed)
    stored[encoding] = bytes
    delete stored.identity
    slot.onResize()
    return bytes
  }
  const encode = async (encoding: ContentEncoding) => {
    try {
      const plain = await decompress(stored)
      return encoding === 'identity' ? plain : store(encoding, await fastCompression[encoding](plain))
    } finally {
      delete inProgress[encoding]
    }
  }
  const recompress = async () => {
    slot.recompression.isRunning = isRecompressed = true
    try {
      store('br', await brotliAsync(await decompress(stored), bestBrotli))
    } catch {
      // The fast compression stays.
    }
    slot.recompression.isRunning = false
  }
  const isRecompressionDue = () =>
    ++requests >= RECOMPRESS_AFTER_REQUESTS && !isRecompressed && !slot.recompression.isRunning

  return {
    status,
    etag,
    /** Encodes on first use, once for all requests; a promise only while that is going on. */
    encoded(encoding: ContentEncoding): Buffer | Promise<Buffer> {
      if (encoding === 'br' && isRecompressionDue()) void recompress()
      return stored[encoding] ?? (inProgress[encoding] ??= encode(encoding))
    },
    /** Of all encodings that are stored at the moment. */
    byteLength: () => Object.values(stored).reduce((sum, bytes) => sum + bytes.length, 0),
  }
}

function decompress({ identity, br, gzip }: Partial<Record<ContentEncoding, Buffer>>): Buffer | Promise<Buffer> {
  return identity ?? (br ? unbrotliAsync(br) : gunzipAsync(gzip!))
}

const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
})
const brotliAsync = promisify(brotliCompress)
const unbrotliAsync = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)
const gunzipAsync = promisify(gunzip)

// For requests that wait, on libuv's threads: 2.4 ms for a page of 100 cards, 12.5 kB. A window of 256 kB holds any
// page whole, and halves the time of the default 4 MB when many pages are compressed at once.
const fastCompression: Record<Exclude<ContentEncoding, 'identity'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotliAsync(plain, brotliOptions(5)),
  gzip: (plain) => gzipAsync(plain, { level: 5 }),
}

// A popular page is compressed once more in the background: 11.0 kB, 140 ms of one thread. For a page of some ten
// requests in its lifetime that would cost more than rendering it.
const bestBrotli = brotliOptions(11)
const RECOMPRESS_AFTER_REQUESTS = 100
