import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { lockImages, setStatus } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { syncReadModel } from './read-model.ts'

/**
 * Sets the status of images and synchronizes the read model, in one transaction. Images deleted meanwhile are skipped.
 */
export function changeStatus(db: Database, imageIds: number[], status: ImageStatus): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ids = (await lockImages(transaction, imageIds)).map((image) => image.id)
    if (!ids.length) return
    await setStatus(transaction, ids, status)
    await syncReadModel(transaction, ids)
  })
}
