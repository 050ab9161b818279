import { useQueryClient } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/trash'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'

/**
 * What can be done with the trash; `busy` while it is being done. The server empties it in a moment, a large one in
 * several, and asked meanwhile it would still show some: so it is the page that knows that it was `emptied`.
 */
export function useTrash(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [emptied, setEmptied] = useState(false)

  const during = async (work: () => Promise<void>, failed: string) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastError(error, failed)
    }
    setBusy(false)
  }

  const restore = (image_ids: number[]) =>
    during(async () => {
      await apiClient(send)(trash.restore, { body: { image_ids } })
      toast('success', trash.restore.messages.done)
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    }, trash.restore.messages.failed)

  const empty = () =>
    during(async () => {
      await apiClient(send)(trash.empty)
      toast('success', trash.empty.messages.done)
      setEmptied(true)
    }, trash.empty.messages.failed)

  return { busy, emptied, restore, empty }
}
