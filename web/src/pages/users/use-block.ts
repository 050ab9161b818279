import { useQueryClient } from '@tanstack/react-query'
import { people, type UserAccount } from '@vitrine/contract/people'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'
import { toastError } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useAppContext } from '../../surroundings.ts'

/** Blocks somebody or lets him in again (requirements: #blocking). */
export function useBlock(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return async ({ id }: UserAccount, is_block: boolean) => {
    try {
      await apiClient(send)(people.update, { params: { id }, body: { is_active: !is_block, is_block } })
      toast('success', people.update.messages.done)
    } catch (error) {
      toastError(error, people.update.messages.failed)
    }
    // Refused or not, what stands there may be out of date.
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
  }
}
