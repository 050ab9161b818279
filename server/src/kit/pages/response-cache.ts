import { createSegmentedLru } from '#kit/caches/segmented-lru'
import type { Admission } from '#kit/load/load-shedding'
import type { CacheStatistics } from '#kit/metrics/statistics'
import { type CachedResponse, createCachedResponse, type Recompression } from './cached-response.ts'

export type ResponseCache = ReturnType<typeof createResponseCache>

type Render = () => Promise<{ status: number; text: string }>

/**
 * A segmented LRU cache of rendered pages. Page requests carry no credentials, so one rendering is right for all
 * visitors: a hit costs 0.02 ms, a rendering about 1 ms. `maxAge` answers for how many seconds a page may be cached at
 * the moment. Caches of one process share `recompression`.
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

  /**
   * The page of this key: synchronously when it is cached; concurrent misses share one rendering. Without a place for
   * the rendering it throws `overloaded`; one inside another has its place already.
   */
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
