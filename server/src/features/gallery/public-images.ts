import { isPublic } from '#features/images/image-urls'
import type { imageByCloudflareId } from '#features/images/images.sql'
import { type ApiError, fail } from '#kit/api-error'
import { createLookupCache } from '#kit/caches/lookup-cache'
import type { Notifications } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
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
