import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { useEffect, useRef } from 'react'
import { previewSources, previewUrl } from '#image-card/image-src.ts'

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
    held.current = images.flatMap(picturesOf).map((image) => {
      const preloaded = new Image()
      const { sizes = '', srcSet = '' } = previewSources(1280, image, previewSizes)
      preloaded.sizes = sizes
      preloaded.srcset = srcSet
      preloaded.src = previewUrl(image, 640)
      preloaded.decode().catch(() => {}) // the visible image loads it again
      return preloaded
    })
  }, [ids])
}

/** The picture of an image, and the new file that waits beside it. */
const picturesOf = (image: ManagedImage) => [image, ...(image.waiting_edit?.file ? [image.waiting_edit.file] : [])]
