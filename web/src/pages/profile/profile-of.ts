import { queryOptions } from '@tanstack/react-query'
import { profiles } from '@vitrine/contract/profile'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'

/** Of the signed-in person: the first item of the reply (requirements: #profile-fields). */
export const profileQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'profile'],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(profiles.mine))[0]!,
  })
