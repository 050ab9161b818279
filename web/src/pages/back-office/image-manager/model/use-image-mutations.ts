import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office'
import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { trash } from '@vitrine/contract/calls/trash'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { type ToastAction, toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { ImageFields } from './drafts.ts'
import { editRequest } from './edit-request.ts'

/** What All Save makes of the chosen images. */
export interface StatusChoice {
  status: ImageStatus
  reason: RejectionReason | ''
}

export type Outcome = 'done' | 'failed' | 'conflict'

/** What is done to images. Each tells in a toast what came of it, and has the lists asked anew. */
export function useImageMutations(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const call = apiClient(send)

  async function told(doing: Promise<unknown>, says: { done: string; failed: string }, action?: ToastAction) {
    let outcome: Outcome = 'done'
    try {
      await doing
      toast('success', says.done, action)
    } catch (error) {
      outcome = error instanceof ApiError && error.code === 'changed_meanwhile' ? 'conflict' : 'failed'
      toastError(error, says.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    return outcome
  }

  const idsOf = (images: ManagedImage[]) => ({ image_ids: images.map(({ id }) => id) })
  const restore = (images: ManagedImage[]) =>
    void told(call(trash.restore, { body: idsOf(images) }), trash.restore.messages)
  const undo = (images: ManagedImage[]) => ({ label: messages.undo, onClick: () => restore(images) })

  return {
    update: (image: ManagedImage, fields: ImageFields) =>
      told(
        call(backOffice.update, { params: { id: image.id }, body: editRequest(image, fields, user.role) }),
        backOffice.update.messages,
      ),
    deleteOne: (image: ManagedImage) =>
      told(call(backOffice.deleteOne, { params: { id: image.id } }), backOffice.deleteOne.messages, undo([image])),
    deleteMany: (images: ManagedImage[]) =>
      told(
        call(backOffice.deleteMany, { body: idsOf(images) }),
        { ...backOffice.deleteMany.messages, failed: messages.deletesFailed },
        undo(images),
      ),
    /** As they were seen, so that two admins do not decide about the same image unknowingly. */
    setStatus: (images: ManagedImage[], { status, reason }: StatusChoice) => {
      const why = status === 'rejected' && reason ? { reason } : {}
      const body = { ...idsOf(images), versions: images.map(({ version }) => version), status, ...why }
      return told(call(backOffice.updateMultiple, { body }), backOffice.updateMultiple.messages)
    },
  }
}
