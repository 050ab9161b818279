import type { CacheStatistics } from '#kit/metrics/statistics'
import { createSegmentedLru } from './segmented-lru.ts'

/**
 * Rows of the database in memory, until the next change of any of them. While `isCurrent` is false, changes may pass
 * unnoticed: every row is then read.
 */
export function createLookupCache<V extends object>(
  maxBytes: number,
  { rowBytes, isCurrent }: { rowBytes: number; isCurrent(): boolean },
) {
  const rows = createSegmentedLru<V>({ maxSize: maxBytes, sizeCalculation: (_row, key) => rowBytes + 2 * key.length })
  let [generation, hits, misses] = [0, 0, 0]
  return {
    /** The row of this key: from memory, or read, and then stored where `isCacheable` allows it. */
    async find<T extends object>(
      key: string,
      read: () => Promise<T | undefined>,
      isCacheable: (row: T) => row is T & V,
    ): Promise<T | V | undefined> {
      const cached = isCurrent() ? rows.get(key) : undefined
      if (cached) {
        hits++
        return cached
      }
      misses++
      const startedIn = generation
      const row = await read()
      // A row whose reading began before the last `clear` may be outdated.
      if (row && isCacheable(row) && startedIn === generation && isCurrent()) rows.set(key, row)
      return row
    },
    /** Drops all rows, those that are being read included. */
    clear() {
      generation++
      rows.clear()
    },
    statistics: (): CacheStatistics => ({ hits, misses, ...rows.statistics() }),
  }
}
