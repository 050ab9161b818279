import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { scheduleSave } from './pending-save.ts'

/** Offers to undo decisions that are stored, for as long as their maker can (requirements: #decision-undo). */
export function useUndoOffer(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()

  async function undo(acts: number[]) {
    try {
      for (const id of acts.toReversed()) await apiClient(send)(backOffice.undo, { params: { id } })
      toast('success', backOffice.undo.messages.done)
    } catch (error) {
      toastError(error, backOffice.undo.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
  }

  return (decision: string, acts: (number | undefined)[]) => {
    const known = acts.filter((act) => act !== undefined)
    if (!known.length) return
    const label = messages.undoable(decision)
    scheduleSave({ ids: new Set(), label, undoSeconds: limits.undoSeconds, undo: () => void undo(known) })
  }
}
