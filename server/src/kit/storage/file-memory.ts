import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createSegmentedLru, withoutSlack } from '#kit/caches/segmented-lru'
import type { CacheStatistics } from '#kit/metrics/statistics'

/** A file never changes, so no entry is outdated; whether someone may see it is decided before, by its row. */
export type FileMemory = ReturnType<typeof createFileMemory>

/** Bytes: a preview has 2 to 40 kB, and a read from the disk costs ten times its sending from memory. */
const MAX_FILE_BYTES = 64 * 2 ** 10
/** Of the heap: the key, the buffer and its place in the cache. */
const ENTRY_OVERHEAD_BYTES = 400

export function createFileMemory(open: (key: string) => Readable, maxBytes: number) {
  const files = createSegmentedLru<Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + ENTRY_OVERHEAD_BYTES,
  })
  let [hits, misses] = [0, 0]
  const read = async (key: string) => {
    misses++ // a file that is too large is no miss
    const bytes = withoutSlack(await buffer(open(key)))
    files.set(key, bytes)
    return bytes
  }
  return {
    get(key: string) {
      const bytes = files.get(key)
      if (bytes) hits++
      return bytes
    },
    /** Reads a file of this size into the memory; undefined for one that is too large for it. */
    load: (key: string, size: number) => (size <= MAX_FILE_BYTES ? read(key) : undefined),
    statistics: (): CacheStatistics => ({ hits, misses, ...files.statistics() }),
  }
}
