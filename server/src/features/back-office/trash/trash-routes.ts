import type { Caller } from '@vitrine/contract/caller'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import { lockTrash, restoreFromTrash, trashCount, trashPage } from '#features/images/trash.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import type { ImagesChange } from '../edit-images.ts'
import { assertMayRestore } from '../edit-rules.ts'
import { managedImages } from '../lists/image-lists.sql.ts'
import { toManagedImage } from '../lists/managed-image.ts'
import { enqueueEmptyTrash } from './trash-jobs.ts'

interface TrashDeps {
  db: Database
  mediaSigner: Signer
}

export function trashRoutes(serve: EndpointServer, { db, mediaSigner }: TrashDeps) {
  serve(trash, {
    async list({ query: { page }, caller }) {
      const rows = await managedImages(db, await trashPage(db, page))
      return {
        count: await trashCount(db),
        images: rows.map((row) => ({
          ...toManagedImage(row, mediaSigner, caller),
          deleted_at: row.deleted_at!.toISOString(),
          deleted_by: row.deleter,
        })),
      }
    },
    async restore({ body, caller, keepCachedReplies }) {
      const { count, isVisible } = await restoreImages(db, caller, body.image_ids)
      if (!isVisible) keepCachedReplies()
      return { message: trash.restore.messages.done, count }
    },
    async empty({ caller }) {
      const count = await enqueueEmptyTrash(db, caller.role === 'admin' ? null : caller.id)
      return { message: trash.empty.messages.done, count }
    },
  })
}

/** Restores all of these images or none, in one transaction with the read model. */
function restoreImages(db: Database, caller: Caller, imageIds: number[]): Promise<ImagesChange> {
  return db.transaction().execute(async (transaction) => {
    const images = await lockTrash(transaction, imageIds)
    assertMayRestore(caller, imageIds, images)
    const ids = images.map(({ id }) => id)
    if (!(await restoreFromTrash(transaction, ids))) throw fail('uploaded_again')
    return { count: ids.length, isVisible: await syncReadModel(transaction, ids) }
  })
}
