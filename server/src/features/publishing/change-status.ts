import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { lockImages, setStatus } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { syncReadModel } from './read-model.ts'

/** Sets the status of images and synchronizes the read model; images deleted meanwhile are skipped. */
export async function changeStatus(transaction: Database, imageIds: number[], status: ImageStatus): Promise<void> {
  const ids = (await lockImages(transaction, imageIds)).map((image) => image.id)
  if (!ids.length) return
  await setStatus(transaction, ids, status)
  await syncReadModel(transaction, ids)
}
