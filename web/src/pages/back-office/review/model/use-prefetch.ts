import { useQueryClient } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { decisionHistoryQuery } from '#shells/back-office/decision-history.tsx'
import { similarImagesQuery } from './similar-images-query.ts'

/** Prefetches history and similar images of the next images, so that their panels do not shift when shown. */
export function usePrefetch(images: ManagedImage[], user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `images` is new in every render, `ids` is not
  useEffect(() => {
    for (const { id } of images) {
      void cache.prefetchQuery(decisionHistoryQuery(send, user, id))
      void cache.prefetchQuery(similarImagesQuery(send, user, id))
    }
  }, [ids, cache, send, user])
}
