import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOffice } from '@vitrine/contract/library'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'

export type SimilarImage = Reply<typeof backOffice.alike>['images'][number]

export const similarImagesQuery = (send: Transport, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'alike', id],
    queryFn: ({ signal }) => apiClient(send, signal)(backOffice.alike, { params: { id } }),
  })
