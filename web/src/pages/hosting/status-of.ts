import { queryOptions } from '@tanstack/react-query'
import { type DeliveryStatus, hosting } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

/** How far delivery is; asked again and again for as long as it changes by itself. */
export const statusOf = (send: Send, user: SignedInUser) =>
  queryOptions({
    queryKey: [...officeKey(user), 'delivery'],
    queryFn: ({ signal }) => caller(send, signal)(hosting.status),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 3000 : false),
  })

/** Right after saving nothing is on its way yet, and still not every public picture is accounted for. */
export function isMoving({ state, approved, there, coming, unfit, leaving, rests_seconds }: DeliveryStatus): boolean {
  if (state === 'off') return false
  return state === 'leaving' || rests_seconds > 0 || coming + leaving > 0 || there + unfit < approved
}
