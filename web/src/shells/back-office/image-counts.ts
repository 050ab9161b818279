import { queryOptions } from '@tanstack/react-query'
import { allCounts, ownCounts, type StatusFilter, statusFilters } from '@vitrine/contract/calls/back-office-lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'

/** Answers about images of the signed-in person's back office begin with this; what changes images makes them all stale. */
export const backOfficeKey = (user: Pick<SignedInUser, 'username'>) => ['office', user.username] as const

/** How long each list of a back office is: an admin's are everybody's. */
export function imageCountsQuery(send: Transport, user: SignedInUser) {
  const calls = user.role === 'admin' ? allCounts : ownCounts
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'lengths'],
    queryFn: async ({ signal }) => {
      const call = apiClient(send, signal)
      const found = await Promise.all(
        statusFilters.map(async (name) => [name, (await call(calls[name])).images_length] as const),
      )
      return Object.fromEntries(found) as Record<StatusFilter, number>
    },
  })
}
