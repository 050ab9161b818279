import type { Caller } from '@vitrine/contract/caller'
import { backOffice, type ImageEdit, type RejectionFields } from '@vitrine/contract/calls/back-office'
import { liveImages, lockImages, setKeywords, setStatus, updateImages } from '#features/images/images.sql'
import { findSimilar } from '#features/images/similar-images.sql'
import { moveToTrash } from '#features/images/trash.sql'
import { cloudflareUrl } from '#features/images/urls'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { decisionHistory, lastRejections, recordDecisions } from './decisions/decisions.sql.ts'
import {
  assertMayChange,
  assertUnchanged,
  decisionReason,
  newlyDecidedIds,
  statusAfterEdit,
  toImageColumns,
} from './edit-rules.ts'

export function imageRoutes(serve: EndpointServer, { db, mediaSigner }: { db: Database; mediaSigner: Signer }) {
  serve(backOffice, {
    async update({ params, body: { version, ...changes }, caller: user }) {
      const chosen = { ids: [params.id], versions: version === undefined ? undefined : [version] }
      return { message: backOffice.update.messages.done, count: await editImages(db, user, chosen, changes) }
    },
    async bulkUpdate({ body: { image_ids, versions, ...changes }, caller: user }) {
      const count = await editImages(db, user, { ids: image_ids, versions }, changes)
      return { message: backOffice.bulkUpdate.messages.done, count }
    },
    async updateMultiple({ body: { image_ids, versions, ...changes }, caller: user }) {
      const count = await editImages(db, user, { ids: image_ids, versions }, changes)
      return { message: backOffice.updateMultiple.messages.done, count }
    },
    async deleteMany({ body, caller: user }) {
      return { message: backOffice.deleteMany.messages.done, count: await trashImages(db, user, body.image_ids) }
    },
    async deleteOne({ params, caller: user }) {
      return { message: backOffice.deleteOne.messages.done, count: await trashImages(db, user, [params.id]) }
    },
    async alike({ params }) {
      const rows = await findSimilar(db, params.id)
      return { images: rows.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, mediaSigner) })) }
    },
    async history({ params: { id }, caller: user }) {
      assertMayChange(user, [id], await liveImages(db, [id]).execute())
      const decisions = await decisionHistory(db, id)
      const isAdmin = user.role === 'admin'
      return {
        decisions: decisions.map(({ at, by, ...one }) => ({ ...one, at: at.toISOString(), by: isAdmin ? by : null })),
      }
    },
  })
}

/** Images as the caller saw them: `versions[i]` is that of `ids[i]`, where he said them. */
interface ImageSelection {
  ids: number[]
  versions?: number[] | undefined
}

/** Changes all of these images alike, in one transaction with what visitors see. Answers how many there were. */
export function editImages(
  db: Database,
  person: Caller,
  chosen: ImageSelection,
  changes: ImageEdit & RejectionFields,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockEditable(transaction, person, chosen)
    const ids = found.map(({ id }) => id)
    await updateImages(transaction, ids, toImageColumns(changes))
    const status = statusAfterEdit(person, changes.status)
    // The counts of the images before the keywords: an upload takes them in this order too, so nobody waits in a ring.
    if (status) await setStatus(transaction, ids, status)
    if (changes.keywords) await setKeywords(transaction, ids, changes.keywords)
    if (status && person.role === 'admin') {
      const decision = { by: person.id, status, ...decisionReason(status, changes) }
      await recordDecisions(
        transaction,
        newlyDecidedIds(found, decision, await lastRejections(transaction, ids)),
        decision,
      )
    }
    await syncReadModel(transaction, ids)
    return ids.length
  })
}

function trashImages(db: Database, person: Caller, ids: number[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const found = (await lockEditable(transaction, person, { ids })).map(({ id }) => id)
    await moveToTrash(transaction, found, person.id)
    await syncReadModel(transaction, found)
    return found.length
  })
}

async function lockEditable(db: Database, person: Caller, { ids, versions }: ImageSelection) {
  const found = await lockImages(db, ids)
  assertMayChange(person, ids, found)
  if (versions) assertUnchanged(ids, versions, found)
  return found
}
