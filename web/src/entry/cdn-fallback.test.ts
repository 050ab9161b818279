import { mediaPath, previewFile } from '@vitrine/contract/media-files'
import { expect, test } from 'vitest'
import { fallBackToOrigin } from './cdn-fallback.ts'

const failed = (currentSrc: string) => {
  const target = { currentSrc, srcset: 'some', src: currentSrc }
  fallBackToOrigin({ target })
  return target
}
const id = 'px-4gt5mczskefeodpiwt4dttxc5r'

test.each([
  `https://imagedelivery.net/Vi7wi5KSIt/${id}-908c414d1b/vitrine640`,
  `https://img.png.example/cdn-cgi/imagedelivery/Vi7wi5KSIt/${id}-908c414d1b/public`,
])('an image that fails to load from %s is loaded from the site', (address) => {
  expect(failed(address)).toEqual({ currentSrc: address, srcset: '', src: mediaPath(id, previewFile(640)) })
})

test.each([`https://vitrine.example/media/${id}/640.webp`, 'data:image/png;base64,x', ''])(
  'an image that fails to load from %s is left as it is',
  (address) => {
    expect(failed(address).src).toBe(address)
  },
)

test('an image that the site itself fails to deliver is marked, an error of no element is ignored', () => {
  const target = { currentSrc: 'https://vitrine.example/media/px-1/640.webp', dataset: {} as DOMStringMap }
  fallBackToOrigin({ target })
  expect(target.dataset).toEqual({ failed: '' })
  expect(() => fallBackToOrigin({ target: {} })).not.toThrow()
})
