import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { apiBase, pathTemplate } from '@vitrine/contract/endpoint'
import type { Card } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { mediaPath, variantFile, variantSizes } from '@vitrine/contract/variants'
import { publicEndpoint } from '#api/api-client.ts'

const imageDownload = publicEndpoint<typeof gallery.download>('GET', '/images/download/:cloudflare_id/')
const downloadPath = pathTemplate(apiBase + imageDownload.path)

type ImageSource = Pick<Card, 'cloudflare_url' | 'cloudflare_id' | 'width' | 'height'>

/**
 * The address of another variant than the one in the API's reply, which is `/media/{id}/640-v2.webp`, where a signature
 * in the query covers all variants, or `https://…/vitrine640`. A CDN account with a single size has no number in the
 * address.
 */
export function variantUrl({ cloudflare_url }: Pick<ImageSource, 'cloudflare_url'>, size: number): string {
  return cloudflare_url.replace(sizeInUrl, String(size))
}

/** The first number after the last slash. */
const sizeInUrl = /\d+(?=[^/]*$)/

/** The same for pages that store it elsewhere: always our own address, which alone is permanent. */
export function absoluteVariantUrl(site: Site, image: ImageSource, size: number): string {
  const isOurs = image.cloudflare_url.startsWith('/')
  return site.url + (isOurs ? variantUrl(image, size) : mediaPath(image.cloudflare_id, variantFile(size)))
}

/**
 * The variants up to `largest` for `srcset`; empty where there is a single one. Images are shown inside a square,
 * where the longer side counts, so the longer side is given as the width.
 */
export function variantSrcSet(largest: number, image: ImageSource): string {
  if (!sizeInUrl.test(image.cloudflare_url)) return ''
  const longest = Math.max(image.width, image.height)
  const sizes = variantSizes(image.width, image.height).filter((size) => size <= largest)
  if (sizes.length === 1) return ''
  return sizes.map((size) => `${variantUrl(image, size)} ${Math.min(size, longest)}w`).join(', ')
}

/** Width and height of a variant: its longer side is `size`, or the image's own where that is smaller. */
export function variantDimensions({ width, height }: ImageSource, size: number): { width: number; height: number } {
  const scale = Math.min(1, size / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** No image is enlarged more. */
export const maxEnlargement = 2

/** The class of an image that would fill its box, so many pixels wide and high, only if enlarged more. */
export const smallClass = ({ width, height }: Pick<ImageSource, 'width' | 'height'>, box: number) =>
  maxEnlargement * Math.max(width, height) < box ? 'small' : undefined

/** The class of a tile on which the outline of the image is visible in both themes (checkerboard.css). */
export const contrastClass = ({ contrast_tile }: Pick<Card, 'contrast_tile'>) =>
  contrast_tile ? `contrast-${contrast_tile}` : ''

export function downloadHref({ cloudflare_id }: ImageSource): string {
  return downloadPath({ cloudflare_id })
}

export function formatDimensions({ width, height }: Pick<ImageSource, 'width' | 'height'>): string {
  return `${width} × ${height}`
}
