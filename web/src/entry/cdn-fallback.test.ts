import { mediaPath, previewFile } from '@vitrine/contract/media-files'
import { expect, test } from 'vitest'
import { fallBackToOrigin } from './cdn-fallback.ts'

const failed = (currentSrc: string) => {
  const target = { currentSrc, srcset: 'some', src: currentSrc }
  fallBackToOrigin({ target })
  return target
}
const id = 'px-4gt5mczskefeodpiwt4dttxc5r'
const atSite = mediaPath(id, previewFile(640))
const ofSite = `https://vitrine.example/media/${id}/640.webp`

test.each([
  [`https://imagedelivery.net/Vi7wi5KSIt/${id}-908c414d1b/vitrine640`, atSite, ''],
  [`https://img.png.example/cdn-cgi/imagedelivery/Vi7wi5KSIt/${id}-908c414d1b/public`, atSite, ''],
  [ofSite, ofSite, 'some'],
  ['data:image/png;base64,x', 'data:image/png;base64,x', 'some'],
  ['', '', 'some'],
])('an image that fails to load from “%s” is then that of “%s”', (address, src, srcset) => {
  expect(failed(address)).toEqual({ currentSrc: address, src, srcset })
})
