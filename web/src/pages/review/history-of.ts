import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { library } from '@vitrine/contract/library'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

export type Decision = Reply<typeof library.history>['decisions'][number]

export const historyOf = (send: Send, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...officeKey(user), 'history', id],
    queryFn: ({ signal }) => caller(send, signal)(library.history, { params: { id } }),
  })
