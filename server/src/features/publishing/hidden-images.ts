import { hidesImages } from '#features/accounts/users/users.sql'
import { type ImagesToHide, lockImagesToHide, syncHiddenByBlock } from '#features/images/visibility/states.sql'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import { syncReadModel } from './read-model.ts'

/** Images of one transaction, as many as a bulk decision may change. */
const batchSize = 500

/** Syncs the first images at once, the rest in jobs without a key, so that a later change also reaches earlier ids. */
export async function syncHiddenImages(transaction: Database, { ownerId, afterId }: ImagesToHide): Promise<void> {
  const isHidden = await hidesImages(transaction, ownerId)
  const ids = await lockImagesToHide(transaction, { ownerId, afterId }, isHidden, batchSize)
  if (!ids.length) return
  await syncHiddenByBlock(transaction, ids)
  await syncReadModel(transaction, ids)
  if (ids.length === batchSize) await addJob(transaction, 'sync_hidden_images', { ownerId, afterId: ids.at(-1) })
}

/** The job of the following images, which adds itself until there are none. */
export const hiddenImageJobs = (db: Database) => ({
  async sync_hidden_images(images: ImagesToHide) {
    await db.transaction().execute((transaction) => syncHiddenImages(transaction, images))
  },
})
