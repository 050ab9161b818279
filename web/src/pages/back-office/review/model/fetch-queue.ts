import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { limits } from '@vitrine/contract/vocabulary/limits'

type FetchPage = (page: number) => Promise<{ count: number; images: ManagedImage[] }>

/** New images that one reading brings at the least, where there are as many. */
const minNewImages = 30

/**
 * Reads the queue from its oldest end until enough is new. Always from there: decided images leave the list and all
 * others move up, so that behind a page's number there is something else each time. What waits and is known stands at the
 * front and seldom fills more than a page.
 */
export async function fetchQueue(
  ask: FetchPage,
  known: ReadonlySet<number>,
): Promise<{ images: ManagedImage[]; count: number; whole: boolean }> {
  const found = new Map<number, ManagedImage>()
  for (let page = 1; ; page++) {
    const { count, images } = await ask(page)
    for (const image of images) found.set(image.id, image)
    const all = [...found.values()]
    const whole = page * limits.managedImagesPerPage >= count
    if (whole || all.filter(({ id }) => !known.has(id)).length >= minNewImages) return { images: all, count, whole }
  }
}
