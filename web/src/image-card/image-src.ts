import type { gallery } from '@vitrine/contract/calls/gallery'
import { apiBase, pathTemplate } from '@vitrine/contract/endpoint'
import type { Card } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { mediaPath, variantFile, variantSizes } from '@vitrine/contract/variants'
import { publicEndpoint } from '#api/api-client.ts'

const imageDownload = publicEndpoint<typeof gallery.download>('GET', '/images/download/:cloudflare_id/')
const downloadPath = pathTemplate(apiBase + imageDownload.path)

type ImageSource = Pick<Card, 'cloudflare_url' | 'cloudflare_id' | 'width' | 'height'>

/**
 * The address of one variant, beside the one that the API names: `/media/{id}/640.webp`, where a signature in the query
 * holds for all of them, or `https://…/vitrine640`. A hosting service that has one size alone names no number.
 */
export function variantUrl({ cloudflare_url }: Pick<ImageSource, 'cloudflare_url'>, size: number): string {
  return cloudflare_url.replace(sizeInUrl, String(size))
}

/** The first number after the last slash. */
const sizeInUrl = /\d+(?=[^/]*$)/

/** The same for whoever keeps it elsewhere: our own address, since no other one is for good. */
export function absoluteVariantUrl(site: Site, picture: ImageSource, size: number): string {
  const isOurs = picture.cloudflare_url.startsWith('/')
  return site.url + (isOurs ? variantUrl(picture, size) : mediaPath(picture.cloudflare_id, variantFile(size)))
}

/**
 * The variants up to `largest` for `srcset`; none where there is one size alone. Pictures are shown inside a square, where
 * the longer side decides, so that is the width each one states.
 */
export function variantSrcSet(largest: number, picture: ImageSource): string {
  if (!sizeInUrl.test(picture.cloudflare_url)) return ''
  const longest = Math.max(picture.width, picture.height)
  return variantSizes(picture.width, picture.height)
    .filter((size) => size <= largest)
    .map((size) => `${variantUrl(picture, size)} ${Math.min(size, longest)}w`)
    .join(', ')
}

/** Width and height of a variant: its longer side is `size`, or the picture's own where that is smaller. */
export function variantDimensions({ width, height }: ImageSource, size: number): { width: number; height: number } {
  const scale = Math.min(1, size / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * The tile on which a picture does not vanish, whatever the theme: a light one lies on dark, a dark one on light, and
 * most lie on the page's own.
 */
export function contrastClass({ tone, colour }: Pick<Card, 'tone' | 'colour'>): string {
  if (tone === 'light') return 'on-dark'
  return colour && luma(colour) < minDarkTileLuma ? 'on-light' : ''
}

/** Of 255. The dark tile itself has 25, and #4a4a4a stands 2 : 1 against it. */
const minDarkTileLuma = 74

/** Rec. 601 brightness of a colour written #rrggbb, 0 to 255. */
function luma(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return 0.299 * (rgb >> 16) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255)
}

export function downloadHref({ cloudflare_id }: ImageSource): string {
  return downloadPath({ cloudflare_id })
}

/** A copy that is made from the file when it is asked for. */
export function derivativeHref(picture: ImageSource, copy: { size?: number; format?: 'webp' }): string {
  const asked = Object.entries(copy).map(([name, value]) => [name, String(value)])
  return `${downloadHref(picture)}?${new URLSearchParams(asked)}`
}

export function formatDimensions({ width, height }: ImageSource): string {
  return `${width} × ${height}`
}
