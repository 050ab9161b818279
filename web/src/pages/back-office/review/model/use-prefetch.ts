import { useQueryClient } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { decisionHistoryQuery } from './decision-history-query.ts'
import { similarImagesQuery } from './similar-images-query.ts'

/** Asks about images before it is their turn, so that nothing moves when it is. */
export function usePrefetch(images: ManagedImage[], user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const named = images.map(({ id }) => id).join()
  useEffect(() => {
    for (const { id } of images) {
      void cache.prefetchQuery(decisionHistoryQuery(send, user, id))
      void cache.prefetchQuery(similarImagesQuery(send, user, id))
    }
  }, [named])
}
