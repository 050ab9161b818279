import type { highlights as calls } from '@vitrine/contract/calls/visitors/gallery'
import type { Reply } from '@vitrine/contract/endpoint'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { callQuery } from '#api/query-client.ts'

export type Highlights = Reply<typeof calls.today>

const highlights = publicEndpoint<typeof calls.today>('GET', '/images/highlights/')

/** Pictures that stand for the whole library, or for a category; others each day. */
export const highlightsQuery = (send: Transport, category = '') => ({
  ...callQuery(send, ['highlights', category], highlights, { query: { category } }),
  staleTime: Number.POSITIVE_INFINITY,
})
