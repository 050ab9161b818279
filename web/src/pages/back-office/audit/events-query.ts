import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditEvent, auditEvents, people } from '@vitrine/contract/calls/accounts/people'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { pageParam } from '#api/query-string.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type AuditEntry = Reply<typeof people.events>['events'][number]

export interface EventParams {
  what: AuditEvent | undefined
  username: string
  page: number
}

/** Reads the query parameters; an unknown event counts as no filter. */
export const parseEventParams = (params: URLSearchParams): EventParams => ({
  what: auditEvents.find((one) => one === params.get('what')),
  username: params.get('username') ?? '',
  page: pageParam(params),
})

/** One page of the audit log, fetched at every visit; the previous page stays visible while the next one loads. */
export const eventsQuery = (send: Transport, user: SignedInUser, params: EventParams) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'events', params],
    queryFn: ({ signal }) => apiClient(send, signal)(people.events, { query: params }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
