import { queryOptions } from '@tanstack/react-query'
import { inbox, statistics } from '@vitrine/contract/calls/back-office/dashboard'
import { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type Inbox = Reply<typeof inbox.read>

/** What was decided about a person's images, and what waits. */
export const inboxQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'inbox'],
    queryFn: ({ signal }) => apiClient(send, signal)(inbox.read),
    meta: { isLive: true },
  })

/** Own images that are taken down. */
export const takenDownQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'taken down'],
    queryFn: ({ signal }) => apiClient(send, signal)(counterNotices.mine),
    meta: { isLive: true },
  })

export type OverviewData = Reply<typeof statistics.overview>

export const overviewQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'overview'],
    meta: { isLive: true },
    queryFn: ({ signal }) => apiClient(send, signal)(statistics.overview),
  })
