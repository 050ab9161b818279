import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { createSegmentedLru, withoutSlack } from '#kit/caches/segmented-lru'
import type { Admission } from '#kit/load/load-shedding'
import type { CacheStatistics } from '#kit/metrics/statistics'

export type ResponseCache = ReturnType<typeof createResponseCache>

type Render = () => Promise<{ status: number; text: string }>

/**
 * Page requests carry no credentials, so one rendering is right for all visitors: a hit costs 0.02 ms, a rendering
 * about 1 ms. `maxAge` answers for how many seconds a page may be cached at the moment.
 */
export function createResponseCache(
  maxBytes: number,
  maxAge: () => number,
  recompression: Recompression,
  admission: Admission,
) {
  const pages = createSegmentedLru<{ page: CachedResponse; at: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => page.byteLength() + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const inProgress = new Map<string, Promise<CachedResponse>>()
  /** Requests for these wait for a place; those of the same page share it. */
  const waiting = new Map<string, Promise<CachedResponse>>()
  let [generation, hits, misses] = [0, 0, 0]

  const renderInto = async (key: string, render: Render) => {
    const [startedIn, at] = [generation, performance.now()]
    misses++
    const onResize = () => {
      if (pages.peek(key)?.page === page) pages.set(key, { page, at })
    }
    const page = createCachedResponse(await render(), { onResize, recompression })
    // A page whose rendering began before the last `clear` may be outdated; what failed may succeed at once.
    if (startedIn === generation && page.status < 500) pages.set(key, { page, at })
    return page
  }

  /** Synchronous when it is cached; concurrent misses share one rendering, or `overloaded` where it finds no place. */
  const get = (
    key: string,
    render: Render,
    attributes?: { isPrivileged?: boolean },
  ): CachedResponse | Promise<CachedResponse> => {
    const cached = pages.get(key)
    if (cached && performance.now() - cached.at < maxAge() * 1000) {
      hits++
      return cached.page
    }
    const concurrent = inProgress.get(key)
    if (concurrent) return concurrent
    // What is inside must not join those that wait: it would hold its own place while it waits for another.
    if (admission.isInside()) return share(inProgress, key, renderInto(key, render))
    const work = async () => get(key, render)
    return waiting.get(key) ?? share(waiting, key, admission.run(work, attributes))
  }

  return {
    get,
    /** A page that is for one request alone: it is admitted as the others are, and not kept. */
    renderOnce(render: Render) {
      const work = async () => createCachedResponse(await render(), { onResize: () => {}, recompression })
      return admission.isInside() ? work() : admission.run(work)
    },
    statistics: (): CacheStatistics => ({ hits, misses, ...pages.statistics() }),
    /** Drops all pages, those that are being rendered included. */
    clear() {
      generation++
      pages.clear()
      inProgress.clear()
      waiting.clear()
    },
  }
}

/** Lets concurrent requests share a promise until it is settled. */
function share<T>(shared: Map<string, Promise<T>>, key: string, promise: Promise<T>): Promise<T> {
  const entry = promise.finally(() => {
    if (shared.get(key) === entry) shared.delete(key)
  })
  shared.set(key, entry)
  return entry
}

/** Of the heap: closures, buffers and the place in the cache. */
const ENTRY_OVERHEAD_BYTES = 4_000

/** A rendered page in the content encodings that browsers accept. */
export type CachedResponse = ReturnType<typeof createCachedResponse>

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** What a page needs of the cache that stores it. */
interface CacheSlot {
  onResize(): void
  recompression: Recompression
}

/** Shared by all caches of an app: one recompression at a time leaves threads for the requests that wait. */
interface Recompression {
  isRunning: boolean
}

/** The text, eight times as large, is dropped with the first compressed encoding, and decompressed when needed. */
function createCachedResponse({ status, text }: { status: number; text: string }, slot: CacheSlot) {
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

const decompress = ({ identity, br, gzip }: Partial<Record<ContentEncoding, Buffer>>): Buffer | Promise<Buffer> =>
  identity ?? (br ? unbrotliAsync(br) : gunzipAsync(gzip!))

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
