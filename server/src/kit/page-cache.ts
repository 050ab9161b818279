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
  get(key: string, render: () => Promise<{ status: number; html: string }>): Page | Promise<Page>
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
    sizeCalculation: (page) => Math.ceil(page.plain.length * 1.4), // both packed forms are under a fifth of it each
  })
  const coming = new Map<string, Promise<Page>>()
  let generation = 0

  const renderInto = async (key: string, render: () => Promise<{ status: number; html: string }>) => {
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

function pack({ status, html }: { status: number; html: string }): Page {
  const plain = Buffer.from(html)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const made: Partial<Record<Form, Buffer | Promise<Buffer>>> = {}
  const make = async (form: Form) => {
    try {
      return (made[form] = await compress[form](plain))
    } catch (error) {
      delete made[form]
      throw error
    }
  }
  return { status, etag, plain, packed: (form) => (made[form] ??= make(form)) }
}

// Level 4 on libuv's threads; level 11 would take a hundred times as long for two thirds of the bytes. A window of 256 kB
// holds any page whole, and halves the time that the usual 4 MB take when many are packed at once.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compress: Record<Form, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => brotli(plain, quickly),
  gzip: (plain) => zip(plain, { level: 5 }),
}
