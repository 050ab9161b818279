import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { ToastAction } from '#ui/toasts/toast-area.tsx'
import { messages } from '../messages.ts'
import type { ImageFields } from './drafts.ts'
import { editRequest } from './edit-request.ts'

/** The status that 'All Save' sets on the selected images. */
export interface StatusChoice {
  status: ImageStatus
  reason: RejectionReason | ''
}

/** An admin's decision about a waiting edit. */
export type EditDecision = { status: 'approved' } | { status: 'rejected'; reason: RejectionReason; note: string }

export type Outcome = 'done' | 'failed' | 'conflict'

/** Mutations of images; each reports its outcome by a toast and invalidates the lists. */
export function useImageMutations(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const call = apiClient(send)

  async function runWithToast(
    call: Promise<{ message: string; waiting?: number | undefined }>,
    texts: { done: string; failed: string },
    action?: ToastAction,
  ) {
    let outcome: Outcome = 'done'
    try {
      const { waiting } = await call
      toast('success', waiting ? messages.editSaved(texts.done, waiting) : texts.done, action)
    } catch (error) {
      outcome = error instanceof ApiError && error.code === 'changed_meanwhile' ? 'conflict' : 'failed'
      toastError(error, texts.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    return outcome
  }

  const idsOf = (images: ManagedImage[]) => ({ image_ids: images.map(({ id }) => id) })
  const restore = (images: ManagedImage[]) =>
    void runWithToast(call(trash.restore, { body: idsOf(images) }), trash.restore.messages)
  const undo = (images: ManagedImage[]) => ({ label: messages.undo, onClick: () => restore(images) })

  return {
    update: (image: ManagedImage, fields: ImageFields) =>
      runWithToast(
        call(backOffice.update, { params: { id: image.id }, body: editRequest(image, fields, user.role) }),
        backOffice.update.messages,
      ),
    decideEdit: (image: ManagedImage, decision: EditDecision) =>
      runWithToast(
        call(backOffice.update, { params: { id: image.id }, body: { ...decision, version: image.version } }),
        {
          ...backOffice.update.messages,
          done: decision.status === 'approved' ? messages.editApproved : messages.editRejected,
        },
      ),
    discardEdit: (image: ManagedImage) =>
      runWithToast(call(backOffice.discardEdit, { params: { id: image.id } }), backOffice.discardEdit.messages),
    deleteOne: (image: ManagedImage) =>
      runWithToast(
        call(backOffice.deleteOne, { params: { id: image.id } }),
        backOffice.deleteOne.messages,
        undo([image]),
      ),
    deleteMany: (images: ManagedImage[]) =>
      runWithToast(
        call(backOffice.deleteMany, { body: idsOf(images) }),
        { ...backOffice.deleteMany.messages, failed: messages.deletesFailed },
        undo(images),
      ),
    /** Sends the versions that were seen, so that two admins never overwrite each other's decision unknowingly. */
    setStatus: (images: ManagedImage[], { status, reason }: StatusChoice) => {
      const rejection = status === 'rejected' && reason ? { reason } : {}
      const body = { ...idsOf(images), versions: images.map(({ version }) => version), status, ...rejection }
      return runWithToast(call(backOffice.updateMultiple, { body }), backOffice.updateMultiple.messages)
    },
  }
}
