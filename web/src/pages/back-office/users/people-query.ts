import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { people } from '@vitrine/contract/calls/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export interface PeopleParams {
  search: string
  page: number
}

/** Some of those who have an account, asked for at each visit; the last ones stay while the next are coming. */
export const peopleQuery = (send: Transport, user: SignedInUser, asked: PeopleParams) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'people', asked],
    queryFn: ({ signal }) => apiClient(send, signal)(people.list, { query: asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
