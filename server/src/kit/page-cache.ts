import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** A page ready to be sent, in the forms that browsers take. */
export interface Page {
  status: number
  etag: string
  plain: Buffer
  /** Compressed, once for everybody who takes this form; nobody pays for a form that no browser asks for. */
  packed(form: Form): Buffer | Promise<Buffer>
}

export type Form = 'br' | 'gzip'

export interface PageCache {
  /** The page under this key: at once when it is kept, else rendered once however many ask for it at the same moment. */
  get(key: string, render: () => Promise<{ status: number; text: string }>): Page | Promise<Page>
  /** Forgets everything, pages that are just being rendered included. */
  clear(): void
}

/**
 * Rendered pages. Nobody is signed in as far as a page request can tell, so one rendering is right for everybody: a hit
 * costs 0.02 ms where a rendering costs about 1 ms. `fresh` says for how many seconds a page may be kept at this moment.
 */
export function pageCache(bytes: number, fresh: () => number): PageCache {
  const pages = new LRUCache<string, Page & { at: number }>({
    maxSize: bytes,
    // Both packed forms are under a fifth of the plain one each; 2 kB is what an entry weighs besides.
    sizeCalculation: (page, key) => Math.ceil(page.plain.length * 1.4) + 2 * key.length + 2_000,
  })
  const coming = new Map<string, Promise<Page>>()
  let generation = 0

  const renderInto = async (key: string, render: () => Promise<{ status: number; text: string }>) => {
    const [born, at] = [generation, performance.now()]
    const page = pack(await render())
    // Whoever cleared the cache meanwhile meant this page too. Errors are not worth keeping.
    if (born === generation && page.status === 200) pages.set(key, { ...page, at })
    return page
  }

  return {
    get(key, render) {
      const kept = pages.get(key)
      if (kept && performance.now() - kept.at < fresh() * 1000) return kept
      const waiting = coming.get(key)
      if (waiting) return waiting
      const rendering = renderInto(key, render).finally(() => {
        if (coming.get(key) === rendering) coming.delete(key)
      })
      coming.set(key, rendering)
      return rendering
    },
    clear() {
      generation++
      pages.clear()
      coming.clear()
    },
  }
}

function pack({ status, text }: { status: number; text: string }): Page {
  const plain = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const made: Partial<Record<Form, Buffer | Promise<Buffer>>> = {}
  let [asked, thorough] = [0, false]
  const make = async (form: Form) => {
    try {
      return (made[form] = await quick[form](plain))
    } catch (error) {
      delete made[form]
      throw error
    }
  }
  const makeThorough = async () => {
    thorough = busy = true
    // What goes wrong here costs nobody anything: the quick form stays.
    made.br = await brotli(plain, thoroughly).catch(() => made.br!)
    busy = false
  }
  const packed = (form: Form) => {
    if (form === 'br' && ++asked > OFTEN && !thorough && !busy) void makeThorough()
    return (made[form] ??= make(form))
  }
  return { status, etag, plain, packed }
}

const level = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
})
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

// Quickly for whoever waits, on libuv's threads: 2.4 ms for a page of 100 cards, 12.5 kB. A window of 256 kB holds any
// page whole, and halves the time that the usual 4 MB take when many are packed at once.
const quick: Record<Form, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotli(plain, level(5)),
  gzip: (plain) => zip(plain, { level: 5 }),
}

// A page that is asked for again and again is packed once more behind everybody's back: 11.0 kB, 140 ms of one thread.
const thoroughly = level(11)
const OFTEN = 3
/** One page at a time, so that no crowd of pages takes the threads that visitors wait for. */
let busy = false
