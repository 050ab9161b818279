import type { Site } from '@vitrine/contract/site'
import { expect, test } from 'vitest'
import { absolutePreviewUrl, previewSources, previewUrl, smallClass, stageSources } from './image-src.ts'

const site = { url: 'https://png.example' } as Site
const cloudflare_id = 'px-2b64'
const at = (cloudflare_url: string, width = 1600, height = 900) => ({ cloudflare_url, cloudflare_id, width, height })

const own = at('/media/px-2b64/640-v2.webp')
const signed = at('/media/px-2b64/640-v2.webp?until=1790000640&key=x640-_Ab')
const cloudflare = at('https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine640')
const cloudflareDomain = at('https://img640.png.example/cdn-cgi/imagedelivery/Vi7wi5KSIt640/px-2b64/vitrine640')

test.each([
  ['our own', own, '/media/px-2b64/1280-v2.webp'],
  ['our own, signed', signed, '/media/px-2b64/1280-v2.webp?until=1790000640&key=x640-_Ab'],
  ['Cloudflare’s', cloudflare, 'https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine1280'],
  ['Cloudflare’s behind a domain', cloudflareDomain, cloudflareDomain.cloudflare_url.replace(/640$/, '1280')],
])('previews differ in the number alone: %s', (_, image, expected) => {
  expect(previewUrl(image, 1280)).toBe(expected)
})

test('an address for other sites is our own, even while a CDN delivers the image', () => {
  expect(absolutePreviewUrl(site, own, 640)).toBe('https://png.example/media/px-2b64/640-v2.webp')
  expect(absolutePreviewUrl(site, cloudflare, 640)).toBe('https://png.example/media/px-2b64/640.webp')
})

test('srcset names the previews up to the largest useful one', () => {
  const srcSet = '/media/px-2b64/320-v2.webp 320w, /media/px-2b64/640-v2.webp 640w'
  expect(previewSources(640, own, () => '40vw')).toEqual({ srcSet, sizes: '40vw' })
  const base = 'https://imagedelivery.net/Vi7wi5KSIt640/px-2b64/vitrine'
  expect(previewSources(1280, cloudflare, String)?.srcSet).toBe(`${base}320 320w, ${base}640 640w, ${base}1280 1280w`)
  expect(previewSources(1280, at(own.cloudflare_url, 500, 200), String)?.srcSet).toMatch(/640-v2\.webp 500w$/)
  const portrait = stageSources(at(own.cloudflare_url, 744, 1052))
  expect(portrait?.srcSet).toMatch(/320-v2\.webp 226w, .* 453w, .* 744w$/)
  expect(portrait?.sizes).toBe('(width >= 64rem) 397px, 60vw')
})

test('an image of one preview has no srcset, so that it has its own size; a small one says so', () => {
  const small = at(own.cloudflare_url, 120, 90)
  expect(previewSources(640, small, () => '40vw')).toBeUndefined()
  expect(smallClass({ ...small, soft_share: 0.02 }, 256)).toBe('small')
  expect(smallClass({ ...small, soft_share: 0 }, 256)).toBe('small pixel-art')
  expect(smallClass({ width: 128, height: 90, soft_share: 0 }, 256)).toBeUndefined()
})
