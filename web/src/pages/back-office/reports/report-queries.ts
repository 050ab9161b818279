import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { takenDown } from '@vitrine/contract/calls/back-office/taken-down'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type Queue = Reply<typeof reportQueue.list>
export type ReportedImage = Queue['images'][number]
export type Details = Reply<typeof reportQueue.one>

/** A page of the queue: of all, or of one contributor. */
export interface QueueList {
  page: number
  /** '' for all. */
  username: string
}

export type TakenDownImage = Reply<typeof takenDown.latest>['images'][number]

/** What was taken down last, asked for again while the CDN is checked. */
export const takenDownQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'taken down'],
    queryFn: ({ signal }) => apiClient(send, signal)(takenDown.latest),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.images.some(({ cdn }) => cdn?.is_checking) ? 5_000 : false),
  })

/** One page of the queue, fetched at every visit; the previous page stays visible while the next one loads. */
export const queueQuery = (send: Transport, user: SignedInUser, { page, username }: QueueList) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'page', page, username],
    queryFn: ({ signal }) => apiClient(send, signal)(reportQueue.list, { query: { page, username } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isLive: true },
  })

/** The reports about an image, with its decisions. */
export const detailsQuery = (send: Transport, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'one', id],
    queryFn: ({ signal }) => apiClient(send, signal)(reportQueue.one, { params: { id } }),
    staleTime: 0,
  })
