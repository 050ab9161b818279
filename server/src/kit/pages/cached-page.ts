import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

/** A page ready to be sent, in the forms that browsers take. */
export interface CachedPage {
  status: number
  etag: string
  /** Made once for everybody who takes this form; nobody pays for a form that no browser asks for. */
  encoded(form: ContentEncoding): Buffer | Promise<Buffer>
  /** Of all forms that it has now. */
  byteLength(): number
}

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/**
 * A page of this text. It remembers itself in the packed forms that were asked for; the text, which weighs eight times as
 * much, only until then, and unpacks it for whoever asks. `resized` is called when that has changed how much it weighs.
 */
export function createCachedPage({ status, text }: { status: number; text: string }, resized: () => void): CachedPage {
  const identity = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const made: Partial<Record<ContentEncoding, Buffer>> = { identity }
  const making: Partial<Record<ContentEncoding, Promise<Buffer>>> = {}
  let [asked, isThorough] = [0, false]
  const keep = (form: ContentEncoding, bytes: Buffer) => {
    made[form] = bytes
    delete made.identity
    resized()
    return bytes
  }
  const make = async (form: ContentEncoding) => {
    try {
      const plain = await decompress(made)
      return form === 'identity' ? plain : keep(form, await fastCompression[form](plain))
    } finally {
      delete making[form]
    }
  }
  const makeThorough = async () => {
    isRecompressing = isThorough = true
    try {
      keep('br', await brotliAsync(await decompress(made), bestBrotli))
    } catch {
      // costs nobody anything: the quick form stays
    }
    isRecompressing = false
  }
  const as = (form: ContentEncoding) => {
    if (form === 'br' && ++asked >= RECOMPRESS_AFTER_REQUESTS && !isThorough && !isRecompressing) void makeThorough()
    return made[form] ?? (making[form] ??= make(form))
  }
  const bytes = () => Object.values(made).reduce((sum, one) => sum + one.length, 0)
  return { status, etag, encoded: as, byteLength: bytes }
}

/** From whatever form there is. */
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

// Quickly for whoever waits, on libuv's threads: 2.4 ms for a page of 100 cards, 12.5 kB. A window of 256 kB holds any
// page whole, and halves the time that the usual 4 MB take when many are packed at once.
const fastCompression: Record<Exclude<ContentEncoding, 'identity'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotliAsync(plain, brotliOptions(5)),
  gzip: (plain) => gzipAsync(plain, { level: 5 }),
}

// A page that nearly everybody asks for is packed once more behind everybody's back: 11.0 kB, 140 ms of one thread. For
// one that is asked for some ten times before it grows old that would cost more than finding and rendering it.
const bestBrotli = brotliOptions(11)
const RECOMPRESS_AFTER_REQUESTS = 100
/** One page at a time, so that no crowd of pages takes the threads that visitors wait for. */
let isRecompressing = false
