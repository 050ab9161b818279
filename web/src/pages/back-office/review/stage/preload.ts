import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { useEffect, useRef } from 'react'
import { variantSrcSet, variantUrl } from '#image-card/image-src.ts'

export const previewSizes = '(width >= 64rem) 75vw, 100vw'

/**
 * Fetches and decodes images before they are shown. They are held until the next ones are fetched: no cache stores a
 * pending image, but a document shows again what it still has.
 */
export function usePreload(images: ManagedImage[]) {
  const held = useRef<HTMLImageElement[]>([])
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `images` is new in every render, `ids` is not
  useEffect(() => {
    held.current = images.map((image) => {
      const preloaded = new Image()
      preloaded.sizes = previewSizes
      preloaded.srcset = variantSrcSet(1280, image)
      preloaded.src = variantUrl(image, 640)
      preloaded.decode().catch(() => {}) // the visible image loads it again
      return preloaded
    })
  }, [ids])
}
