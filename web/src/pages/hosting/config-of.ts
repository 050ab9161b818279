import { queryOptions } from '@tanstack/react-query'
import { cdn } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'

/** As it is stored, asked for at each visit: a form that began with old values would store them again. */
export const configQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'config'],
    queryFn: ({ signal }) => apiClient(send, signal)(cdn.config),
    staleTime: 0,
    gcTime: 0,
  })
