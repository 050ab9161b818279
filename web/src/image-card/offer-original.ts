import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'

/** Puts the original into a drag: Chromium writes the file or gives its address, others drag the image shown. */
export function offerOriginal(transfer: DataTransfer, slug: string, address: string) {
  const name = `${decodeURIComponent(slug)}${originalFormat.extension}`
  transfer.setData('DownloadURL', `${originalFormat.mime}:${name}:${address}`)
  transfer.setData('text/uri-list', address)
}
