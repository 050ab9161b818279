import { queryOptions } from '@tanstack/react-query'
import { allLengths, type ListName, listNames, ownLengths } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../call.ts'

/** Answers about images of the signed-in person's back office begin with this; what changes images makes them all stale. */
export const officeKey = (user: Pick<SignedInUser, 'username'>) => ['office', user.username] as const

/** How long each list of a back office is: an admin's are everybody's. */
export function lengthsOf(send: Send, user: SignedInUser) {
  const calls = user.role === 'admin' ? allLengths : ownLengths
  return queryOptions({
    queryKey: [...officeKey(user), 'lengths'],
    queryFn: async ({ signal }) => {
      const call = caller(send, signal)
      const found = await Promise.all(
        listNames.map(async (name) => [name, (await call(calls[name])).images_length] as const),
      )
      return Object.fromEntries(found) as Record<ListName, number>
    },
  })
}
