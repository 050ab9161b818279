import { queryOptions } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/gallery'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const tagsInUse = publicEndpoint<typeof gallery.keywords>('GET', '/images/keywords/')

/** The tag cloud, refetched at every mount (requirements: #tag-cloud). */
export function tagsQuery(send: Transport) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: async () => (await apiClient(send)(tagsInUse, { query: {} })).data,
    refetchOnMount: 'always',
  })
}

/** The first visible tags for server-side rendering, not the 600 that may follow. */
export function firstTagsQuery(send: Transport) {
  return queryOptions({
    ...tagsQuery(send),
    queryFn: async () => (await apiClient(send)(tagsInUse, { query: { first: limits.tagsPerStep } })).data,
  })
}
