import { queryOptions } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const tagsInUse = publicEndpoint<typeof gallery.keywords>('GET', '/images/keywords/')

/** One step of the tag cloud, from the tag after the one with the id `after` on. */
export async function fetchTags(send: Transport, after?: number) {
  // One tag more than is shown tells whether there is a next step.
  const { data } = await apiClient(send)(tagsInUse, {
    query: { first: limits.tagsPerStep + 1, after, exclude_generic: '1' },
  })
  return { tags: data.slice(0, limits.tagsPerStep), hasMore: data.length > limits.tagsPerStep }
}

/** The first step of the tag cloud, refetched at every mount (requirements: #tag-cloud). */
export function firstTagsQuery(send: Transport) {
  return queryOptions({ queryKey: ['tags'], queryFn: () => fetchTags(send), refetchOnMount: 'always' })
}
