import { useQuery } from '@tanstack/react-query'
import { allCounts, type OwnFilter, ownCounts, statusFilters } from '@vitrine/contract/calls/back-office/lists'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey, live, useUser } from '#api/back-office.ts'

/** The numbers that the navigation shows. */
export type CountName = OwnFilter | 'waiting' | 'reports'

/** Numbers of images and waiting edits: one's own, for admins those of all; drafts are always one's own. */
export function useImageCounts() {
  const { send } = useAppContext()
  const user = useUser()
  const calls = user.role === 'admin' ? allCounts : ownCounts
  return useQuery({
    queryKey: [...backOfficeKey(user), 'counts'],
    ...live,
    queryFn: async ({ signal }) => {
      const call = apiClient(send, signal)
      const [{ images: reports }, ...replies] = await Promise.all([
        user.role === 'admin' ? call(reportQueue.length) : { images: 0 },
        ...statusFilters.map(async (name) => [name, await call(calls[name])] as const),
        call(ownCounts.draft).then((reply) => ['draft', reply] as const),
      ])
      const counts = replies.map(([name, { images_length }]) => [name, images_length])
      const pending = replies.find(([name]) => name === 'pending')?.[1]
      const edits = pending?.waiting_edits ?? 0
      const waiting = edits + (pending?.images_length ?? 0)
      return { ...(Object.fromEntries(counts) as Record<OwnFilter, number>), edits, waiting, reports }
    },
  })
}
