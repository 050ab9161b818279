import { queryOptions } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from './image-counts.ts'

export type Decision = Reply<typeof backOffice.history>['decisions'][number]

/** The decisions about an image, newest first; shared by the review page and the image manager. */
export const decisionHistoryQuery = (send: Transport, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'history', id],
    queryFn: ({ signal }) => apiClient(send, signal)(backOffice.history, { params: { id } }),
  })
