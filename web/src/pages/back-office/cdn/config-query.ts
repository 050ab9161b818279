import { queryOptions } from '@tanstack/react-query'
import { cdn } from '@vitrine/contract/calls/back-office/cdn'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

/** The stored configuration, fetched at every visit: a form with outdated values would save them again. */
export const configQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'config'],
    queryFn: ({ signal }) => apiClient(send, signal)(cdn.config),
    staleTime: 0,
    gcTime: 0,
  })
