import { useQueryClient } from '@tanstack/react-query'
import { type PersonListed, people } from '@vitrine/contract/people'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'
import { toastRefusal } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useSurroundings } from '../../surroundings.ts'

/** Blocks somebody or lets him in again (requirements: #blocking). */
export function useBlock(user: SignedInUser) {
  const { send } = useSurroundings()
  const cache = useQueryClient()
  return async ({ id }: PersonListed, is_block: boolean) => {
    try {
      await caller(send)(people.update, { params: { id }, body: { is_active: !is_block, is_block } })
      toast('success', people.update.says.done)
    } catch (error) {
      toastRefusal(error, people.update.says.failed)
    }
    // Refused or not, what stands there may be out of date.
    await cache.invalidateQueries({ queryKey: officeKey(user) })
  }
}
