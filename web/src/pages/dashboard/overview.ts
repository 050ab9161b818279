import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { statistics } from '@vitrine/contract/statistics'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

export type Overview = Reply<typeof statistics.overview>

export const overviewOf = (send: Send, user: SignedInUser) =>
  queryOptions({
    queryKey: [...officeKey(user), 'overview'],
    queryFn: ({ signal }) => caller(send, signal)(statistics.overview),
  })
