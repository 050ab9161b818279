import { useQueryClient } from '@tanstack/react-query'
import { refusedCopies } from '@vitrine/contract/calls/back-office/refused-copies'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Allows a refused upload, or takes that back; the toast undoes either. */
export function useAllowing(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  const setAllowed = async ({ id }: { id: number }, isAllowed: boolean, isUndo = false): Promise<void> => {
    const call = isAllowed ? refusedCopies.allow : refusedCopies.refuse
    setIsBusy(true)
    try {
      const { message } = await apiClient(send)(call, { params: { id } })
      const onClick = () => void setAllowed({ id }, !isAllowed, true)
      toast('success', message, isUndo ? undefined : { label: messages.undo, onClick })
    } catch (error) {
      toastError(error, call.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    setIsBusy(false)
  }
  return { isBusy, setAllowed }
}
