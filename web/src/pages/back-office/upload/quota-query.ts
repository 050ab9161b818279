import { queryOptions } from '@tanstack/react-query'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

/** What the person uses of their quotas. */
export const quotaQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'quota'],
    queryFn: ({ signal }) => apiClient(send, signal)(uploads.quota),
  })
