import { useQueryClient } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect } from 'react'
import { useAppContext } from '../../surroundings.ts'
import { similarImagesQuery } from './alikes-of.ts'
import { decisionHistoryQuery } from './history-of.ts'

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
