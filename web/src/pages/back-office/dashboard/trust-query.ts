import { queryOptions } from '@tanstack/react-query'
import { trustCalls } from '@vitrine/contract/calls/accounts/trust'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

/** The own level, which admins do not have. */
export const trustQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'trust'],
    meta: { isLive: true },
    enabled: user.role === 'user',
    queryFn: ({ signal }) => apiClient(send, signal)(trustCalls.mine),
  })
