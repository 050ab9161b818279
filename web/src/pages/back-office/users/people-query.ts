import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { people } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export interface PeopleParams {
  search: string
  page: number
}

/** One page of accounts, fetched at every visit; the previous page stays visible while the next one loads. */
export const peopleQuery = (send: Transport, user: SignedInUser, params: PeopleParams) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'people', params],
    queryFn: ({ signal }) => apiClient(send, signal)(people.list, { query: params }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
