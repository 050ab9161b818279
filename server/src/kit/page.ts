import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

/** A page ready to be sent, in the forms that browsers take. */
export interface Page {
  status: number
  etag: string
  /** Made once for everybody who takes this form; nobody pays for a form that no browser asks for. */
  as(form: Form): Buffer | Promise<Buffer>
  /** Of all forms that it has now. */
  bytes(): number
}

export type Form = 'identity' | 'br' | 'gzip'

/**
 * A page of this text. It remembers itself in the packed forms that were asked for; the text, which weighs eight times as
 * much, only until then, and unpacks it for whoever asks. `resized` is called when that has changed how much it weighs.
 */
export function pageOf({ status, text }: { status: number; text: string }, resized: () => void): Page {
  const identity = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const made: Partial<Record<Form, Buffer>> = { identity }
  const making: Partial<Record<Form, Promise<Buffer>>> = {}
  let [asked, isThorough] = [0, false]
  const keep = (form: Form, bytes: Buffer) => {
    made[form] = bytes
    delete made.identity
    resized()
    return bytes
  }
  const make = async (form: Form) => {
    try {
      const plain = await unpacked(made)
      return form === 'identity' ? plain : keep(form, await quick[form](plain))
    } finally {
      delete making[form]
    }
  }
  const makeThorough = async () => {
    busy = isThorough = true
    try {
      keep('br', await brotli(await unpacked(made), thoroughly))
    } catch {
      // costs nobody anything: the quick form stays
    }
    busy = false
  }
  const as = (form: Form) => {
    if (form === 'br' && ++asked >= OFTEN && !isThorough && !busy) void makeThorough()
    return made[form] ?? (making[form] ??= make(form))
  }
  const bytes = () => Object.values(made).reduce((sum, one) => sum + one.length, 0)
  return { status, etag, as, bytes }
}

/** From whatever form there is. */
function unpacked({ identity, br, gzip }: Partial<Record<Form, Buffer>>): Buffer | Promise<Buffer> {
  return identity ?? (br ? unbrotli(br) : unzip(gzip!))
}

const level = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
})
const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

// Quickly for whoever waits, on libuv's threads: 2.4 ms for a page of 100 cards, 12.5 kB. A window of 256 kB holds any
// page whole, and halves the time that the usual 4 MB take when many are packed at once.
const quick: Record<Exclude<Form, 'identity'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotli(plain, level(5)),
  gzip: (plain) => zip(plain, { level: 5 }),
}

// A page that nearly everybody asks for is packed once more behind everybody's back: 11.0 kB, 140 ms of one thread. For
// one that is asked for some ten times before it grows old that would cost more than finding and rendering it.
const thoroughly = level(11)
const OFTEN = 100
/** One page at a time, so that no crowd of pages takes the threads that visitors wait for. */
let busy = false
