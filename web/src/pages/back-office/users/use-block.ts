import { useQueryClient } from '@tanstack/react-query'
import { people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'

/** Blocks or unblocks an account (requirements: #blocking). */
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
    // Also after a refusal, since the shown state may be out of date.
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
  }
}
