import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { refusedCopies } from '@vitrine/contract/calls/back-office/refused-copies'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type RefusedCopy = Reply<typeof refusedCopies.list>['copies'][number]

/** One page of refused uploads, fetched at every visit; the previous page stays visible while the next one loads. */
export const refusedCopiesQuery = (send: Transport, user: SignedInUser, page: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'refused copies', page],
    queryFn: ({ signal }) => apiClient(send, signal)(refusedCopies.list, { query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
