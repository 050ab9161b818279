import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { library } from '@vitrine/contract/library'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

export type Alike = Reply<typeof library.alike>['images'][number]

export const alikesOf = (send: Send, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...officeKey(user), 'alike', id],
    queryFn: ({ signal }) => caller(send, signal)(library.alike, { params: { id } }),
  })
