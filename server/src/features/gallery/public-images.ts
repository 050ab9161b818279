import type { imageByCloudflareId } from '#features/images/images.sql'
import { type ApiError, fail } from '#kit/api-error'
import { createSegmentedLru } from '#kit/caches/segmented-lru'
import type { Notifications } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import type { CacheStatistics } from '#kit/metrics/statistics'
import { wasTakenDown } from './gallery.sql.ts'

export type ImageRow = NonNullable<Awaited<ReturnType<typeof imageByCloudflareId>>>

/** Changes of the gallery may pass unnoticed without the LISTEN connection, so every row is then read again. */
export type PublicImages = ReturnType<typeof createPublicImages>

export function createPublicImages(maxBytes: number, { isListening }: Notifications) {
  const sizeCalculation = (_: ImageRow, key: string) => ROW_BYTES + 2 * key.length
  const rows = createSegmentedLru<ImageRow>({ maxSize: maxBytes, sizeCalculation })
  let [generation, hits, misses] = [0, 0, 0]
  return {
    /** The image with this id; `read` finds it in the database, public or not. */
    async find<T extends ImageRow | { pub_no: null }>(cloudflare_id: string, read: () => Promise<T | undefined>) {
      const cached = isListening() ? rows.get(cloudflare_id) : undefined
      if (cached) {
        hits++
        return cached
      }
      misses++
      const startedIn = generation
      const row = await read()
      // A row whose reading began before the last `clear` may be outdated.
      if (row && row.pub_no !== null && startedIn === generation && isListening()) rows.set(cloudflare_id, row)
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

/** Memory of a row of thirteen columns and its place in the cache. */
const ROW_BYTES = 1_000

/** Why no image is seen at this address: it was taken down, or there is none. */
export const unseenError = async (db: Database, slug: string): Promise<ApiError> =>
  fail((await wasTakenDown(db, slug)) ? 'taken_down' : 'image_not_found')
