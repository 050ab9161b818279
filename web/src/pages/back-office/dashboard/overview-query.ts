import { queryOptions } from '@tanstack/react-query'
import { statistics } from '@vitrine/contract/calls/back-office/statistics'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type Overview = Reply<typeof statistics.overview>

export const overviewQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'overview'],
    meta: { isLive: true },
    queryFn: ({ signal }) => apiClient(send, signal)(statistics.overview),
  })
