import { queryOptions } from '@tanstack/react-query'
import { profiles } from '@vitrine/contract/profile'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

/** Of the signed-in person: the first item of the reply (requirements: #profile-fields). */
export const profileOf = (send: Send, user: SignedInUser) =>
  queryOptions({
    queryKey: [...officeKey(user), 'profile'],
    queryFn: async ({ signal }) => (await caller(send, signal)(profiles.mine))[0]!,
  })
