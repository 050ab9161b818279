import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'

/**
 * Puts the original into a drag: Chromium writes the file to where it is dropped, and pages that take an address get
 * the original's. Other browsers drag the image that is shown.
 */
export function offerOriginal(transfer: DataTransfer, slug: string, address: string) {
  const name = `${decodeURIComponent(slug)}${originalFormat.extension}`
  transfer.setData('DownloadURL', `${originalFormat.mime}:${name}:${address}`)
  transfer.setData('text/uri-list', address)
}
