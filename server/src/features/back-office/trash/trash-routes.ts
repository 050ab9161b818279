import type { Caller } from '@vitrine/contract/caller'
import { trash } from '@vitrine/contract/calls/trash'
import { lockTrash, restoreFromTrash, trashCount, trashPage } from '#features/images/trash.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
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
    async list({ query: { page } }) {
      const rows = await managedImages(db, await trashPage(db, page))
      return {
        count: await trashCount(db),
        images: rows.map((row) => ({
          ...toManagedImage(row, mediaSigner),
          deleted_at: row.deleted_at!.toISOString(),
          deleted_by: row.deleter,
        })),
      }
    },
    async restore({ body, caller: user }) {
      return { message: trash.restore.messages.done, count: await restoreImages(db, user, body.image_ids) }
    },
    async empty({ caller: user }) {
      const count = await enqueueEmptyTrash(db, user.role === 'admin' ? null : user.id)
      return { message: trash.empty.messages.done, count }
    },
  })
}

/** All of them or none, in one transaction with what visitors see. */
function restoreImages(db: Database, person: Caller, imageIds: number[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockTrash(transaction, imageIds)
    assertMayRestore(person, imageIds, found)
    const ids = found.map(({ id }) => id)
    if (!(await restoreFromTrash(transaction, ids))) throw fail('uploaded_again')
    await syncReadModel(transaction, ids)
    return ids.length
  })
}
