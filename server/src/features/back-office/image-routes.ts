import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { FeatureDeps } from '#feature'
import { signedPreviewUrl } from '#features/images/image-urls'
import { liveImages } from '#features/images/images.sql'
import { imagesLikeImage } from '#features/images/look-alikes/images-alike'
import { fail } from '#kit/api-error'
import { undoDecision } from './decisions/decide.ts'
import { decisionsAbout } from './decisions/decisions.sql.ts'
import { discardEdits, editImages, trashImages } from './edit-images.ts'
import { assertMayChange } from './edit-rules.ts'
import { actorOf } from './image-audit.ts'
import { reviewerOf } from './review/leases.sql.ts'

export function imageRoutes({ serve, config, db, mediaSigner }: FeatureDeps): void {
  const licences = config.LICENCES
  const assertSaysAi = (ai_made: AiStatement | undefined) => {
    if (config.AI_STATEMENT === 'required' && ai_made === 'unknown') throw fail('ai_not_said')
  }
  serve(backOffice, {
    async update({ params, body: { version, ...changes }, caller, request }) {
      assertSaysAi(changes.ai_made)
      const selection = { ids: [params.id], versions: version === undefined ? undefined : [version], licences }
      const { versions, ...change } = await editImages(db, actorOf(caller, request), selection, changes)
      return { ...change, version: versions[0]! }
    },
    bulkUpdate: ({ body: { image_ids, versions, ...changes }, caller, request }) =>
      editImages(db, actorOf(caller, request), { ids: image_ids, versions, licences }, changes),
    async updateMultiple({ body: { image_ids, versions, ...changes }, caller, request }) {
      assertSaysAi(changes.ai_made)
      return editImages(db, actorOf(caller, request), { ids: image_ids, versions, licences }, changes)
    },
    undo: ({ params: { id }, caller, request }) => undoDecision(db, actorOf(caller, request), id),
    discardEdit: async ({ params: { id }, caller }) => ({ count: await discardEdits(db, caller, [id]) }),
    deleteMany: ({ body, caller, request }) => trashImages(db, actorOf(caller, request), body.image_ids),
    deleteOne: ({ params, caller, request }) => trashImages(db, actorOf(caller, request), [params.id]),
    async alike({ params, caller }) {
      const images = (await imagesLikeImage(db, params.id, caller.id)).slice(0, maxAlike)
      return { images: images.map((image) => ({ ...image, cloudflare_url: signedPreviewUrl(image, mediaSigner) })) }
    },
    async history({ params: { id }, caller }) {
      assertMayChange(caller, [id], await liveImages(db, [id], caller.id).execute())
      const isAdmin = caller.role === 'admin'
      const decisions = (await decisionsAbout(db, { image: id })).map(({ by, ...decision }) => ({
        ...decision,
        by: isAdmin ? by : null,
      }))
      return { decisions, reviewer: (isAdmin && (await reviewerOf(db, id, caller.id))) || null }
    },
  })
}

const maxAlike = 5
