import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { contributors } from '@vitrine/contract/calls/profile'
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
