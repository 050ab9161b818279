import { backOffice } from '@vitrine/contract/calls/back-office'
import { cloudflareUrl } from '#features/images/image-urls'
import { liveImages } from '#features/images/images.sql'
import { findSimilar } from '#features/images/similar-images.sql'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { decisionHistory } from './decisions/decisions.sql.ts'
import { editImages, trashImages } from './edit-images.ts'
import { assertMayChange } from './edit-rules.ts'

export function imageRoutes(serve: EndpointServer, { db, mediaSigner }: { db: Database; mediaSigner: Signer }) {
  serve(backOffice, {
    async update({ params, body: { version, ...changes }, caller }) {
      const selection = { ids: [params.id], versions: version === undefined ? undefined : [version] }
      return { message: backOffice.update.messages.done, count: await editImages(db, caller, selection, changes) }
    },
    async bulkUpdate({ body: { image_ids, versions, ...changes }, caller }) {
      const count = await editImages(db, caller, { ids: image_ids, versions }, changes)
      return { message: backOffice.bulkUpdate.messages.done, count }
    },
    async updateMultiple({ body: { image_ids, versions, ...changes }, caller }) {
      const count = await editImages(db, caller, { ids: image_ids, versions }, changes)
      return { message: backOffice.updateMultiple.messages.done, count }
    },
    async deleteMany({ body, caller }) {
      return { message: backOffice.deleteMany.messages.done, count: await trashImages(db, caller, body.image_ids) }
    },
    async deleteOne({ params, caller }) {
      return { message: backOffice.deleteOne.messages.done, count: await trashImages(db, caller, [params.id]) }
    },
    async alike({ params }) {
      const rows = await findSimilar(db, params.id)
      return { images: rows.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, mediaSigner) })) }
    },
    async history({ params: { id }, caller }) {
      assertMayChange(caller, [id], await liveImages(db, [id]).execute())
      const isAdmin = caller.role === 'admin'
      const decisions = (await decisionHistory(db, id)).map(({ at, by, ...decision }) => ({
        ...decision,
        at: at.toISOString(),
        by: isAdmin ? by : null,
      }))
      return { decisions }
    },
  })
}
