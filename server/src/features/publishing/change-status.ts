import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { lockImages, setStatus } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { syncReadModel } from './read-model.sql.ts'

/** Gives these images a status, with what visitors see, in one transaction. Images that are gone meanwhile are left out. */
export function changeStatus(db: Database, imageIds: number[], status: ImageStatus): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ids = (await lockImages(transaction, imageIds)).map((image) => image.id)
    if (!ids.length) return
    await setStatus(transaction, ids, status)
    await syncReadModel(transaction, ids)
  })
}
