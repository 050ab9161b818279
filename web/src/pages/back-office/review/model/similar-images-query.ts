import { queryOptions } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type SimilarImage = Reply<typeof backOffice.alike>['images'][number]

export const similarImagesQuery = (send: Transport, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'alike', id],
    queryFn: ({ signal }) => apiClient(send, signal)(backOffice.alike, { params: { id } }),
  })
