import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { FeatureDeps } from '#feature'
import { signedPreviewUrl } from '#features/images/image-urls'
import { liveImages } from '#features/images/images.sql'
import { imagesLikeImage } from '#features/images/look-alikes/images-alike'
import { fail } from '#kit/api-error'
import { undoDecision } from './decisions/decide.ts'
import { decisionsAbout } from './decisions/decisions.sql.ts'
import { discardEdits, editImages, type ImagesChange, trashImages } from './edit-images.ts'
import { assertMayChange } from './edit-rules.ts'
import { actorOf } from './image-audit.ts'
import { reviewerOf } from './review/leases.sql.ts'

export function imageRoutes({ serve, config, db, mediaSigner }: FeatureDeps) {
  const licences = config.LICENCES
  const assertSaysAi = (ai_made: AiStatement | undefined) => {
    if (config.AI_STATEMENT === 'required' && ai_made === 'unknown') throw fail('ai_not_said')
  }
  serve(backOffice, {
    async update({ params, body: { version, ...changes }, caller, request, keepCachedReplies }) {
      assertSaysAi(changes.ai_made)
      const selection = { ids: [params.id], versions: version === undefined ? undefined : [version], licences }
      const { versions, ...change } = await editImages(db, actorOf(caller, request), selection, changes)
      return { ...changeReply(backOffice.update.messages.done, change, keepCachedReplies), version: versions[0]! }
    },
    async bulkUpdate({ body: { image_ids, versions, ...changes }, caller, request, keepCachedReplies }) {
      const change = await editImages(db, actorOf(caller, request), { ids: image_ids, versions, licences }, changes)
      return changeReply(backOffice.bulkUpdate.messages.done, change, keepCachedReplies)
    },
    async updateMultiple({ body: { image_ids, versions, ...changes }, caller, request, keepCachedReplies }) {
      assertSaysAi(changes.ai_made)
      const change = await editImages(db, actorOf(caller, request), { ids: image_ids, versions, licences }, changes)
      return changeReply(backOffice.updateMultiple.messages.done, change, keepCachedReplies)
    },
    async undo({ params: { id }, caller, request, keepCachedReplies }) {
      const { isVisible, images } = await undoDecision(db, actorOf(caller, request), id)
      if (!isVisible) keepCachedReplies()
      return { message: backOffice.undo.messages.done, images }
    },
    async discardEdit({ params: { id }, caller }) {
      return { message: backOffice.discardEdit.messages.done, count: await discardEdits(db, caller, [id]) }
    },
    async deleteMany({ body, caller, request, keepCachedReplies }) {
      const change = await trashImages(db, actorOf(caller, request), body.image_ids)
      return changeReply(backOffice.deleteMany.messages.done, change, keepCachedReplies)
    },
    async deleteOne({ params, caller, request, keepCachedReplies }) {
      const change = await trashImages(db, actorOf(caller, request), [params.id])
      return changeReply(backOffice.deleteOne.messages.done, change, keepCachedReplies)
    },
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

/** Images alike that are shown to a reviewer. */
const maxAlike = 5

function changeReply<Change extends ImagesChange>(message: string, done: Change, keepCachedReplies: () => void) {
  const { isVisible, waiting, ...change } = done
  if (!isVisible) keepCachedReplies()
  return { message, ...change, waiting: waiting || undefined }
}
