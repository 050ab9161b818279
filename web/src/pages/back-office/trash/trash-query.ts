import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type TrashedImage = Reply<typeof trash.list>['images'][number]

/** One page of the trash, fetched at every visit; the previous page stays visible while the next one loads. */
export const trashQuery = (send: Transport, user: SignedInUser, page: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'trash', page],
    queryFn: ({ signal }) => apiClient(send, signal)(trash.list, { query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
