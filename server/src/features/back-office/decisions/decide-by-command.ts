import type { RejectionFields } from '@vitrine/contract/calls/back-office/images'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { lockImagesWithOwners } from '#features/images/images.sql'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { readEditable } from '../waiting-edits/waiting-edits.ts'
import { decideImages } from './decide.ts'

/** Decides about images for the operator, by the rules of an admin's decision; images deleted meanwhile are skipped. */
export const decideByCommand = (
  db: Database,
  imageIds: number[],
  status: ImageStatus,
  why: RejectionFields = {},
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const images = await readEditable(transaction, await lockImagesWithOwners(transaction, imageIds))
    const { ids } = await decideImages(transaction, images, { by: null, status, decides: 'image', ...why })
    if (ids.length) await syncReadModel(transaction, ids)
  })
