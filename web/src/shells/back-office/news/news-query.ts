import { queryOptions } from '@tanstack/react-query'
import { news } from '@vitrine/contract/calls/back-office/news'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type News = Reply<typeof news.read>

/** What is new, for the bell of every page and for the dashboard. */
export const newsQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'news'],
    queryFn: ({ signal }) => apiClient(send, signal)(news.read),
    meta: { isLive: true },
  })
