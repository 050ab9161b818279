import { limits } from '@vitrine/contract/vocabulary/limits'
import { useEffect } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { ImageListPage } from './image-list-query.ts'
import type { ListParamsState } from './use-list-params.ts'

export const pageCount = (list: ImageListPage | undefined) =>
  Math.ceil((list?.count ?? 0) / limits.managedImagesPerPage)

/** Leaves a page past the end of the list, and closes the panel of an image that is not on the page any more. */
export function useCorrectedParams(params: ListParamsState, list: ImageListPage | undefined) {
  const pages = pageCount(list)
  const isPastEnd = pages > 0 && params.page > pages
  const isMissing = list !== undefined && params.image !== null && !list.images.some(({ id }) => id === params.image)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` is new in every render
  useEffect(() => {
    if (isPastEnd) params.go({ page: pages })
  }, [isPastEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` is new in every render
  useEffect(() => {
    if (!isMissing) return
    toast('info', messages.notListed)
    params.close()
  }, [isMissing])
}
