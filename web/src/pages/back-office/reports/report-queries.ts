import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type Queue = Reply<typeof reportQueue.list>
export type ReportedImage = Queue['images'][number]
export type Details = Reply<typeof reportQueue.one>

/** One page of the queue, fetched at every visit; the previous page stays visible while the next one loads. */
export const queueQuery = (send: Transport, user: SignedInUser, page: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'page', page],
    queryFn: ({ signal }) => apiClient(send, signal)(reportQueue.list, { query: { page } }),
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
