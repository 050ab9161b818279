import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { type Happening, happenings, people } from '@vitrine/contract/people'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { pageOf } from '../../parts/asking.ts'
import { officeKey } from '../../parts/lengths.ts'

export type Event = Reply<typeof people.events>['events'][number]

export interface Asked {
  what: Happening | undefined
  username: string
  page: number
}

/** What an address asks; a kind that does not exist is as good as none. */
export const askedBy = (address: URLSearchParams): Asked => ({
  what: happenings.find((one) => one === address.get('what')),
  username: address.get('username') ?? '',
  page: pageOf(address),
})

/** Some of what happened, asked for at each visit; the last ones stay while the next are coming. */
export const eventsOf = (send: Send, user: SignedInUser, asked: Asked) =>
  queryOptions({
    queryKey: [...officeKey(user), 'events', asked],
    queryFn: ({ signal }) => caller(send, signal)(people.events, { query: asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
