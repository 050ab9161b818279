import { people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { TrustLevel } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { useCall } from '#ui/back-office/use-call.ts'

/** Blocks or unblocks an account, changes its role or level (requirements: #blocking, #changing-roles, #trust). */
export function useAccountChange(user: SignedInUser) {
  const { call, run } = useCall(backOfficeKey(user))
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
