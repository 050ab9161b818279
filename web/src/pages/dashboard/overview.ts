import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { statistics } from '@vitrine/contract/statistics'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'

export type Overview = Reply<typeof statistics.overview>

export const overviewQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'overview'],
    queryFn: ({ signal }) => apiClient(send, signal)(statistics.overview),
  })
