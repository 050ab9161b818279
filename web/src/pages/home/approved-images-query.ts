import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiClient, type Transport } from '#api/api-client.ts'
import { approvedImages } from '#api/public-endpoints.ts'
import { type SearchState, searchQuery } from '#search/search-state.ts'

/** One page of search results; the previous page stays visible while the next one loads. */
export function approvedImagesQuery(send: Transport, search: SearchState) {
  return queryOptions({
    queryKey: ['approved', search],
    queryFn: ({ signal }) => apiClient(send, signal)(approvedImages, { query: searchQuery(search) }),
    placeholderData: keepPreviousData,
  })
}
