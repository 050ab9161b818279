import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditEvent, auditEvents, people } from '@vitrine/contract/calls/people'
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

/** What an address asks; a kind that does not exist is as good as none. */
export const parseEventParams = (address: URLSearchParams): EventParams => ({
  what: auditEvents.find((one) => one === address.get('what')),
  username: address.get('username') ?? '',
  page: pageParam(address),
})

/** Some of what happened, asked for at each visit; the last ones stay while the next are coming. */
export const eventsQuery = (send: Transport, user: SignedInUser, asked: EventParams) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'events', asked],
    queryFn: ({ signal }) => apiClient(send, signal)(people.events, { query: asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
