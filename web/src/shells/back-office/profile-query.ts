import { queryOptions } from '@tanstack/react-query'
import { profiles } from '@vitrine/contract/calls/accounts/profile'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

/** The signed-in user's profile: the first item of the reply (requirements: #profile-fields). */
export const profileQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'profile'],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(profiles.mine))[0]!,
  })
