import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { contributors } from '@vitrine/contract/calls/accounts/profile'
import type { Reply } from '@vitrine/contract/endpoint'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const imagesBy = publicEndpoint<typeof contributors.images>('GET', '/images/by/:username/')

/** A contributor and one page of their images; the previous page stays visible while the next one loads. */
export function contributorQuery(send: Transport, username: string, page: number) {
  return queryOptions({
    queryKey: ['contributor', username, page],
    queryFn: ({ signal }) => apiClient(send, signal)(imagesBy, { params: { username }, query: { page } }),
    placeholderData: keepPreviousData,
  })
}

/** A page of a contributor that is in the query cache. */
export function cachedContribution(cache: QueryClient, username: string) {
  const [[, found] = []] = cache.getQueriesData<Reply<typeof contributors.images>>({
    queryKey: ['contributor', username],
  })
  return found
}
