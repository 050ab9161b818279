import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { endpointPath, type Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { ApiError, apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'

export type Queue = Reply<typeof reportQueue.list>
export type ReportedImage = Queue['images'][number]
export type Details = Reply<typeof reportQueue.one>
export type Report = Reply<typeof reportQueue.reports>['reports'][number]

/** A page of the queue: of all, of one contributor, one picture, or what was taken down. */
export interface QueueList {
  page: number
  /** '' for all. */
  username: string
  image: number | undefined
  /** What was taken down, in place of what waits. */
  taken_down: '1' | undefined
}

/** The address of those reports. */
export const reportsHref = (user: SignedInUser, list: Partial<Omit<QueueList, 'page'>> = {}) =>
  `${backOfficeHref(user, 'reports')}${queryString(list)}`

/** One page of the queue, fetched at every visit; the previous page stays visible while the next one loads. */
export const queueQuery = (send: Transport, user: SignedInUser, list: QueueList) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'page', list],
    queryFn: ({ signal }) => apiClient(send, signal)(reportQueue.list, { query: list }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isLive: true },
  })

/** Which reports about an image: those of a decision, or the open ones up to a number, which a newer one changes. */
export type ReportsWanted = { decision: number } | { upTo: number }

/** The reports about an image, notices of copyright first, page after page. */
export const reportsQuery = (send: Transport, user: SignedInUser, id: number, wanted: ReportsWanted) =>
  infiniteQueryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'of', id, wanted],
    queryFn: ({ signal, pageParam: before }) =>
      apiClient(send, signal)(reportQueue.reports, {
        params: { id },
        query: { before, decision: 'decision' in wanted ? wanted.decision : undefined },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What was decided about an image, and about its contributor's others. */
export const detailsQuery = (send: Transport, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'reports', 'one', id],
    queryFn: ({ signal }) => apiClient(send, signal)(reportQueue.one, { params: { id } }),
    staleTime: 0,
  })

/** The original of a picture that was taken down, which is forgotten with the line that shows it. */
export const keptPictureQuery = (send: Transport, id: number) =>
  queryOptions({
    queryKey: ['picture taken down', id],
    async queryFn({ signal }) {
      const response = await send({ method: 'GET', path: endpointPath(reportQueue.picture, { id }), signal })
      if (!response.file) throw new ApiError(response)
      return response.file
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
