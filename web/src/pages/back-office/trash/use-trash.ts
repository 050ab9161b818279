import { useQueryClient } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'

/**
 * The actions of the trash. The server empties a large trash in several steps and would meanwhile still list some
 * images, so the page itself remembers that it `isEmptied`, unless reported images stay.
 */
export function useTrash(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [isEmptied, setIsEmptied] = useState(false)

  const withBusy = async (work: () => Promise<void>, failed: string) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      toastError(error, failed)
    }
    setIsBusy(false)
  }

  const restore = (image_ids: number[]) =>
    withBusy(async () => {
      await apiClient(send)(trash.restore, { body: { image_ids } })
      toast('success', trash.restore.messages.done)
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    }, trash.restore.messages.failed)

  const empty = () =>
    withBusy(async () => {
      const { message, staying } = await apiClient(send)(trash.empty)
      toast('success', message)
      if (staying) await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      else setIsEmptied(true)
    }, trash.empty.messages.failed)

  return { isBusy, isEmptied, restore, empty }
}
