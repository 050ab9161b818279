import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { galleryChanged } from './read-model.ts'
import { updateTrending } from './trending.sql.ts'

/** Brings the order of trending images to the downloads of the last days (decision 0044). */
export async function refreshTrending(db: Database): Promise<void> {
  if (await updateTrending(db)) await notify(db, galleryChanged)
}
