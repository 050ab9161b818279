import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { trash } from '@vitrine/contract/trash'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'

export type TrashedImage = Reply<typeof trash.list>['images'][number]

/** One page of what was deleted, asked for at each visit; the last one stays while the next is coming. */
export const trashQuery = (send: Transport, user: SignedInUser, page: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'trash', page],
    queryFn: ({ signal }) => apiClient(send, signal)(trash.list, { query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
