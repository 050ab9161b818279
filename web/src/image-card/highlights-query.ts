import { queryOptions } from '@tanstack/react-query'
import type { highlights as calls } from '@vitrine/contract/calls/visitors/gallery'
import type { Reply } from '@vitrine/contract/endpoint'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

export type Highlights = Reply<typeof calls.today>

const highlights = publicEndpoint<typeof calls.today>('GET', '/images/highlights/')

/** Pictures that stand for the whole library, or for a category; others each day. */
export function highlightsQuery(send: Transport, category = '') {
  return queryOptions({
    queryKey: ['highlights', category],
    queryFn: ({ signal }) => apiClient(send, signal)(highlights, { query: { category: category || undefined } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
