import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import { library } from '@vitrine/contract/library'
import type { Listed } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect } from 'react'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'
import { useSurroundings } from '../../surroundings.ts'

export type Decision = Reply<typeof library.history>['decisions'][number]

export const historyOf = (send: Send, user: SignedInUser, id: number) =>
  queryOptions({
    queryKey: [...officeKey(user), 'history', id],
    queryFn: ({ signal }) => caller(send, signal)(library.history, { params: { id } }),
  })

/** Asks before it is their turn, so that nothing moves when it is. */
export function useHistoriesAhead(images: Listed[], user: SignedInUser) {
  const { send } = useSurroundings()
  const cache = useQueryClient()
  const named = images.map(({ id }) => id).join()
  useEffect(() => {
    for (const { id } of images) void cache.prefetchQuery(historyOf(send, user, id))
  }, [named])
}
