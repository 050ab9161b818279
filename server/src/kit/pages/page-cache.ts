import { LRUCache } from 'lru-cache'
import { type CachedPage, createCachedPage } from './cached-page.ts'

export interface PageCache {
  /** The page under this key: at once when it is kept, else rendered once however many ask for it at the same moment. */
  get(key: string, render: () => Promise<{ status: number; text: string }>): CachedPage | Promise<CachedPage>
  /** Forgets everything, pages that are just being rendered included. */
  clear(): void
}

/**
 * Rendered pages. Nobody is signed in as far as a page request can tell, so one rendering is right for everybody: a hit
 * costs 0.02 ms where a rendering costs about 1 ms. `fresh` says for how many seconds a page may be kept at this moment.
 */
export function createPageCache(bytes: number, fresh: () => number): PageCache {
  const pages = new LRUCache<string, { page: CachedPage; at: number }>({
    maxSize: bytes,
    sizeCalculation: ({ page }, key) => page.byteLength() + 2 * key.length + 2_000, // what an entry weighs besides
  })
  const coming = new Map<string, Promise<CachedPage>>()
  let generation = 0

  const renderInto = async (key: string, render: () => Promise<{ status: number; text: string }>) => {
    const [born, at] = [generation, performance.now()]
    const rendered = await render()
    const page = createCachedPage(rendered, () => {
      if (pages.peek(key)?.page === page) pages.set(key, { page, at })
    })
    // Whoever cleared the cache meanwhile meant this page too. Errors are not worth keeping.
    if (born === generation && page.status === 200) pages.set(key, { page, at })
    return page
  }

  return {
    get(key, render) {
      const kept = pages.get(key)
      if (kept && performance.now() - kept.at < fresh() * 1000) return kept.page
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
