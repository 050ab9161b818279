import { queryOptions } from '@tanstack/react-query'
import type { objections } from '@vitrine/contract/calls/visitors/objections'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const statusOfObjection = publicEndpoint<typeof objections.status>('GET', '/objections/of/:secret/')

/** What was decided about an image, and what became of the objection. */
export const objectionQuery = (send: Transport, secret: string) =>
  queryOptions({
    queryKey: ['objection', secret],
    queryFn: ({ signal }) => apiClient(send, signal)(statusOfObjection, { params: { secret } }),
  })
