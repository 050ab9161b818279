import { useQueryClient } from '@tanstack/react-query'
import type { Status } from '@vitrine/contract/images'
import { library } from '@vitrine/contract/library'
import type { Listed } from '@vitrine/contract/lists'
import type { Reason } from '@vitrine/contract/reasons'
import { trash } from '@vitrine/contract/trash'
import type { SignedInUser } from '@vitrine/contract/users'
import { CallError, caller } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'
import { toastRefusal } from '../../parts/refused.ts'
import { type ToastAction, toast } from '../../parts/toasts.ts'
import { useSurroundings } from '../../surroundings.ts'
import type { Fields } from './drafts.ts'
import { editOf } from './edit.ts'
import { words } from './words.ts'

/** What All Save makes of the chosen images. */
export interface Choice {
  status: Status
  reason: Reason | ''
}

export type Outcome = 'done' | 'failed' | 'conflict'

/** What is done to images. Each tells in a toast what came of it, and has the lists asked anew. */
export function useChanges(user: SignedInUser) {
  const { send } = useSurroundings()
  const cache = useQueryClient()
  const call = caller(send)

  async function told(doing: Promise<unknown>, says: { done: string; failed: string }, action?: ToastAction) {
    let outcome: Outcome = 'done'
    try {
      await doing
      toast('success', says.done, action)
    } catch (error) {
      outcome = error instanceof CallError && error.code === 'changed_meanwhile' ? 'conflict' : 'failed'
      toastRefusal(error, says.failed)
    }
    await cache.invalidateQueries({ queryKey: officeKey(user) })
    return outcome
  }

  const idsOf = (images: Listed[]) => ({ image_ids: images.map(({ id }) => id) })
  const restore = (images: Listed[]) => void told(call(trash.restore, { body: idsOf(images) }), trash.restore.says)
  const undo = (images: Listed[]) => ({ label: words.undo, onClick: () => restore(images) })

  return {
    update: (image: Listed, fields: Fields) =>
      told(
        call(library.update, { params: { id: image.id }, body: editOf(image, fields, user.role) }),
        library.update.says,
      ),
    deleteOne: (image: Listed) =>
      told(call(library.deleteOne, { params: { id: image.id } }), library.deleteOne.says, undo([image])),
    deleteMany: (images: Listed[]) =>
      told(
        call(library.deleteMany, { body: idsOf(images) }),
        { ...library.deleteMany.says, failed: words.deletesFailed },
        undo(images),
      ),
    /** As they were seen, so that two admins do not decide about the same image unknowingly. */
    setStatus: (images: Listed[], { status, reason }: Choice) => {
      const why = status === 'rejected' && reason ? { reason } : {}
      const body = { ...idsOf(images), versions: images.map(({ version }) => version), status, ...why }
      return told(call(library.updateMultiple, { body }), library.updateMultiple.says)
    },
  }
}
