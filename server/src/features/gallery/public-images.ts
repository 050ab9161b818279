import { isPublic } from '#features/images/image-urls'
import type { imageByCloudflareId } from '#features/images/images.sql'
import { type ApiError, fail } from '#kit/api-error'
import { createSegmentedLru } from '#kit/caches/segmented-lru'
import type { Notifications } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { CacheStatistics } from '#kit/metrics/statistics'
import { wasTakenDown } from './gallery.sql.ts'

/** An image with what its files need. */
export type ImageRow = NonNullable<Awaited<ReturnType<typeof imageByCloudflareId>>>

/**
 * What visitors may see, by the id in its address: an image is looked up for each of its pictures and downloads. Rows
 * leave the memory with each change of the gallery, on every process; without the LISTEN connection none is kept.
 */
export type PublicImages = ReturnType<typeof createPublicImages>

export function createPublicImages(maxBytes: number, { isListening }: Notifications) {
  const rows = createLookupCache<ImageRow>(maxBytes, { rowBytes: ROW_BYTES, isCurrent: isListening })
  return {
    ...rows,
    /** The image with this id; `read` finds it in the database, public or not. */
    find: <T extends ImageRow | { pub_no: null }>(cloudflare_id: string, read: () => Promise<T | undefined>) =>
      rows.find(cloudflare_id, read, (row): row is T & ImageRow => isPublic(row)),
  }
}

/** Why no image is seen at this address: it was taken down, or there is none. */
export const unseenError = async (db: Database, slug: string): Promise<ApiError> =>
  fail((await wasTakenDown(db, slug)) ? 'taken_down' : 'image_not_found')

/** Memory of a row of thirteen columns and its place in the cache. */
const ROW_BYTES = 1_000

/**
 * Rows of the database in memory, until the next change of any of them. While `isCurrent` is false, changes may pass
 * unnoticed: every row is then read.
 */
function createLookupCache<V extends object>(
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
