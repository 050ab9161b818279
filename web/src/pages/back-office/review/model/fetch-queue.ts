import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { QueueFetch } from './review-session.ts'

type FetchPage = (page: number) => Promise<{ count: number; images: ManagedImage[] }>

/** New images that a fetch returns at least, if there are as many. */
const minNewImages = 30

/**
 * Reads the queue from page 1 until it has found enough new images. Page numbers cannot be resumed: decided images
 * leave the list and shift all later pages. Known waiting images are at the front and rarely fill more than a page.
 */
export async function fetchQueue(
  fetchPage: FetchPage,
  known: ReadonlySet<number>,
): Promise<Omit<QueueFetch, 'revision' | 'unsavedIds'>> {
  const imagesById = new Map<number, ManagedImage>()
  for (let page = 1; ; page++) {
    const { count, images } = await fetchPage(page)
    for (const image of images) imagesById.set(image.id, image)
    const all = [...imagesById.values()]
    const reachedEnd = page * limits.managedImagesPerPage >= count
    const newCount = all.filter(({ id }) => !known.has(id)).length
    if (reachedEnd || newCount >= minNewImages) return { images: all, count, reachedEnd }
  }
}
