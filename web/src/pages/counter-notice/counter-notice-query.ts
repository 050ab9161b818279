import { queryOptions } from '@tanstack/react-query'
import type { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const statusOfNotice = publicEndpoint<typeof counterNotices.status>('GET', '/counter-notices/of/:secret/')

/** Why an image was taken down, and what became of the counter-notice. */
export const counterNoticeQuery = (send: Transport, secret: string) =>
  queryOptions({
    queryKey: ['counter-notice', secret],
    queryFn: ({ signal }) => apiClient(send, signal)(statusOfNotice, { params: { secret } }),
  })
