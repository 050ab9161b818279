import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiClient, type Transport } from '#api/api-client.ts'
import { approvedImages } from '#api/public-endpoints.ts'
import { type SearchState, searchQuery } from '#search/search-state.ts'

/** The images of a search, one page of them; the last ones stay while the next are coming. */
export function approvedImagesQuery(send: Transport, search: SearchState) {
  return queryOptions({
    queryKey: ['approved', search],
    queryFn: ({ signal }) => apiClient(send, signal)(approvedImages, { query: searchQuery(search) }),
    placeholderData: keepPreviousData,
  })
}
