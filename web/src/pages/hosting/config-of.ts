import { queryOptions } from '@tanstack/react-query'
import { hosting } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

/** As it is stored, asked for at each visit: a form that began with old values would store them again. */
export const configOf = (send: Send, user: SignedInUser) =>
  queryOptions({
    queryKey: [...officeKey(user), 'config'],
    queryFn: ({ signal }) => caller(send, signal)(hosting.config),
    staleTime: 0,
    gcTime: 0,
  })
