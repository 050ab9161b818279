import type { Caller } from '@vitrine/contract/caller'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { toManagedImages } from '#features/gallery/managed-image'
import { managedImages } from '#features/gallery/managed-images.sql'
import { lockTrash, trashPage, trashSummary } from '#features/images/trash.sql'
import { restoreFromTrash } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { assertRoomForRestored } from '#features/uploads/quota'
import { fail } from '#kit/api-error'
import { clientOf } from '#kit/http/client-network'
import { addJob } from '#kit/jobs/job-queue.sql'
import { assertMayRestore, idsOf, ownerInView } from '../edit-rules.ts'
import { actorOf, recordImageEvent } from '../image-audit.ts'

export function trashRoutes({ serve, db, config, mediaSigner }: FeatureDeps) {
  serve(trash, {
    async list({ query: { page }, caller }) {
      const { count, images: listed } = await trashPage(db, partOf(caller), page)
      const reported = new Map(listed.map(({ id, is_reported }) => [id, is_reported]))
      const rows = await managedImages(db, [...reported.keys()])
      const images = await toManagedImages({ db, mediaSigner }, rows, caller)
      return {
        count,
        images: rows.flatMap(({ id, trashed_at, deleter }, index) => {
          if (!trashed_at) return [] // restored since its id was read
          const deleted_by = caller.role === 'admin' || deleter === caller.username ? deleter : null
          return { ...images[index]!, deleted_at: trashed_at, deleted_by, is_reported: reported.get(id)! }
        }),
      }
    },
    restore({ body: { image_ids }, caller, request }) {
      return db.transaction().execute(async (transaction) => {
        const images = await lockTrash(transaction, image_ids, caller.id)
        assertMayRestore(caller, image_ids, images)
        const ids = idsOf(images)
        if (!(await restoreFromTrash(transaction, ids))) throw fail('uploaded_again')
        const pending = images.filter(({ status }) => status === 'pending').length
        await assertRoomForRestored({ db: transaction, config }, caller, pending)
        await recordImageEvent(transaction, 'images restored', actorOf(caller, request), images)
        return { count: ids.length, isVisible: await syncReadModel(transaction, ids) }
      })
    },
    empty({ caller, request }) {
      const { owner, draftsOf } = partOf(caller)
      return db.transaction().execute(async (transaction) => {
        const { count, staying, before } = await trashSummary(transaction, { owner, draftsOf })
        if (count) {
          const entry = { what: 'trash emptied', by: caller.id, user: owner, client: clientOf(request), count } as const
          await addJob(transaction, 'empty_trash', { owner, draftsOf, before })
          await recordAuditEvent(transaction, entry)
        }
        return { ...(staying && { message: trash.empty.messages.someStay }), count, staying }
      })
    },
  })
}

/** What of the trash the caller sees. */
const partOf = (caller: Caller) => ({ owner: ownerInView(caller), draftsOf: caller.id })
