import type { ImageStatus } from '@vitrine/contract/images'
import type { Database } from '#kit/database'
import { reflectInGallery } from './publish-queries.ts'
import { lockedImages, setStatus } from './queries.ts'

/** Gives these images a status, with what visitors see, in one transaction. Images that are gone meanwhile are left out. */
export function review(db: Database, imageIds: number[], status: ImageStatus): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ids = (await lockedImages(transaction, imageIds)).map((image) => image.id)
    if (!ids.length) return
    await setStatus(transaction, ids, status)
    await reflectInGallery(transaction, ids)
  })
}
