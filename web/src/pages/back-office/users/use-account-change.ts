import { useQueryClient } from '@tanstack/react-query'
import { people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { TrustLevel } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'

/** Blocks or unblocks an account, changes its role or level (requirements: #blocking, #changing-roles, #trust). */
export function useAccountChange(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const call = apiClient(send)
  const run = async (reply: Promise<{ message: string }>, failed: string) => {
    try {
      toast('success', (await reply).message)
    } catch (error) {
      toastError(error, failed)
    }
    // Also after a refusal, since the shown state may be out of date.
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
  }
  return {
    setBlocked: ({ id }: UserAccount, block: Pick<UserAccount, 'is_block' | 'hides_images'>) =>
      run(
        call(people.update, { params: { id }, body: { ...block, is_active: !block.is_block } }),
        people.update.messages.failed,
      ),
    setLevel: ({ id }: UserAccount, level: TrustLevel | null) =>
      run(call(people.setLevel, { params: { id }, body: { level } }), people.setLevel.messages.failed),
    setRole: ({ id }: UserAccount, role: Role) =>
      run(call(people.setRole, { params: { id }, body: { role } }), people.setRole.messages.failed),
  }
}
