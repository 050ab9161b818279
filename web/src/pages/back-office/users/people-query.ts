import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accountStates, people } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type Role, roles } from '@vitrine/contract/vocabulary/roles'
import { useNavigate } from 'react-router'
import { apiClient, type Transport } from '#api/api-client.ts'
import { currentParams, pageParam, queryString } from '#api/query-string.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export interface PeopleParams {
  search: string
  role: Role | undefined
  state: (typeof accountStates)[number] | undefined
  page: number
}

/** Reads the query parameters; an unknown role or state counts as no filter. */
export const parsePeopleParams = (params: URLSearchParams): PeopleParams => ({
  search: params.get('search') ?? '',
  role: roles.find((one) => one === params.get('role')),
  state: accountStates.find((one) => one === params.get('state')),
  page: pageParam(params),
})

/** Sets parameters in the address, from the first page on; the history entry is replaced, not pushed. */
export function useSetPeopleParams() {
  const navigate = useNavigate()
  return (change: Partial<PeopleParams>) => {
    void navigate(queryString({ ...parsePeopleParams(currentParams()), page: 1, ...change }), { replace: true })
  }
}

/** One page of accounts, fetched at every visit; the previous page stays visible while the next one loads. */
export const peopleQuery = (send: Transport, user: SignedInUser, params: PeopleParams) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'people', params],
    queryFn: ({ signal }) => apiClient(send, signal)(people.list, { query: params }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
