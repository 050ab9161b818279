import type { Site } from '@vitrine/contract/site'
import { expect, test } from 'vitest'
import { absoluteVariantUrl, smallClass, variantSrcSet, variantUrl } from './image-src.ts'

const site = { url: 'https://png.example' } as Site
const cloudflare_id = 'px-2b64'
const at = (cloudflare_url: string, width = 1600, height = 900) => ({ cloudflare_url, cloudflare_id, width, height })

const own = at('/media/px-2b64/640-v2.webp')
const signed = at('/media/px-2b64/640-v2.webp?until=1790000640&key=x640-_Ab')
const cloudflare = at('https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine640')
const cloudflareDomain = at('https://img640.png.example/cdn-cgi/imagedelivery/Vi7wi5KSIt640/px-2b64/vitrine640')
const oneSize = at('https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/public')

test.each([
  ['our own', own, '/media/px-2b64/1280-v2.webp'],
  ['our own, signed', signed, '/media/px-2b64/1280-v2.webp?until=1790000640&key=x640-_Ab'],
  ['Cloudflare’s', cloudflare, 'https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine1280'],
  ['Cloudflare’s behind a domain', cloudflareDomain, cloudflareDomain.cloudflare_url.replace(/640$/, '1280')],
  ['with a single size', oneSize, 'https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/public'],
])('variants differ in the number alone: %s', (_, image, expected) => {
  expect(variantUrl(image, 1280)).toBe(expected)
})

test('an address for other sites is our own, even while a CDN delivers the image', () => {
  expect(absoluteVariantUrl(site, own, 640)).toBe('https://png.example/media/px-2b64/640-v2.webp')
  for (const image of [cloudflare, oneSize])
    expect(absoluteVariantUrl(site, image, 640)).toBe('https://png.example/media/px-2b64/640.webp')
})

test('srcset names the variants up to the largest useful one, and is empty for a single size', () => {
  expect(variantSrcSet(640, own)).toBe('/media/px-2b64/320-v2.webp 320w, /media/px-2b64/640-v2.webp 640w')
  const base = 'https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine'
  expect(variantSrcSet(1280, cloudflare)).toBe(`${base}320 320w, ${base}640 640w, ${base}1280 1280w`)
  expect(variantSrcSet(1280, at(own.cloudflare_url, 500, 200))).toMatch(/640-v2\.webp 500w$/)
  expect(variantSrcSet(1280, oneSize)).toBe('')
})

test('an image of one variant has no srcset, so that it has its own size; a small one says so', () => {
  const small = at(own.cloudflare_url, 120, 90)
  expect(variantSrcSet(640, small)).toBe('')
  expect(smallClass(small, 256)).toBe('small')
  expect(smallClass(at(own.cloudflare_url, 128, 90), 256)).toBeUndefined()
})
