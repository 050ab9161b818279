import { mediaPath, variantFile } from '@vitrine/contract/picture-limits'

/**
 * A picture that a hosting service fails to deliver comes from here, where it always is: the service may be down, unpaid
 * or gone, or the page so old that its policy does not know the service.
 */
export function comeFromHere({ target }: { target: EventTarget | null }) {
  const picture = target as HTMLImageElement
  const [, id] = /^https.*\/(px-\w+)-\w+\/\w+$/.exec(picture.currentSrc) ?? []
  if (!id) return
  picture.srcset = ''
  picture.src = mediaPath(id, variantFile(640))
}
