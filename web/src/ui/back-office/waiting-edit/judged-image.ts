import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'

/** The image with the file that is to be judged: the one that waits beside it, or else its own. */
export function judgedImage(image: ManagedImage): ManagedImage {
  const file = image.waiting_edit?.file
  return file ? { ...image, ...file, overruled: [] } : image
}
