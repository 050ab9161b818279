import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { approvedImages } from '../../bare-calls.ts'
import { apiClient, type Transport } from '../../call.ts'
import { type SearchState, searchQuery } from '../../parts/search.ts'

/** The images of a search, one page of them; the last ones stay while the next are coming. */
export function approvedImagesQuery(send: Transport, search: SearchState) {
  return queryOptions({
    queryKey: ['approved', search],
    queryFn: ({ signal }) => apiClient(send, signal)(approvedImages, { query: searchQuery(search) }),
    placeholderData: keepPreviousData,
  })
}
