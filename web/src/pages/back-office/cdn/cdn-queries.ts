import { queryOptions } from '@tanstack/react-query'
import { type CdnStatus, cdn } from '@vitrine/contract/calls/back-office/cdn'
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

/** The delivery status, polled while it changes by itself. */
export const statusQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'delivery'],
    queryFn: ({ signal }) => apiClient(send, signal)(cdn.status),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? 3000 : false),
  })

/** Right after saving nothing is queued yet, so missing images count as progress too. */
export function isInProgress({ state, approved, there, coming, unfit, leaving, rests_seconds }: CdnStatus): boolean {
  if (state === 'off') return false
  return state === 'leaving' || rests_seconds > 0 || coming + leaving > 0 || there + unfit < approved
}
