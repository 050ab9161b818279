import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { apiBase, pathTemplate } from '@vitrine/contract/endpoint'
import { fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { coverFile, coverSize, mediaPath, previewFile, previewSizes } from '@vitrine/contract/media-files'
import type { Card } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { publicEndpoint } from '#api/api-client.ts'

const imageDownload = publicEndpoint<typeof gallery.download>('GET', '/images/download/:cloudflare_id/')
const downloadPath = pathTemplate(apiBase + imageDownload.path)

type ImageSource = Pick<Card, 'cloudflare_url' | 'cloudflare_id' | 'width' | 'height'>

/** Another preview's address from `/media/{id}/640-v2.webp`, signed for all previews, or `https://…/vitrine640`. */
export function previewUrl({ cloudflare_url }: Pick<ImageSource, 'cloudflare_url'>, size: number): string {
  return cloudflare_url.replace(sizeInUrl, String(size))
}

/** The first number after the last slash. */
const sizeInUrl = /\d+(?=[^/]*$)/

/** The same for pages that store it elsewhere: always our own address, which alone is permanent. */
export function absolutePreviewUrl(site: Site, image: ImageSource, size: number): string {
  const isOurs = image.cloudflare_url.startsWith('/')
  return site.url + (isOurs ? previewUrl(image, size) : mediaPath(image.cloudflare_id, previewFile(size)))
}

/** The JPEG that links to a page of this image show: not every program that shows links takes WebP. */
export const linkPicture = (site: Site, { cloudflare_id, title }: Pick<Card, 'cloudflare_id' | 'title'>) =>
  ({ url: site.url + mediaPath(cloudflare_id, coverFile), ...coverSize, alt: title }) as const

/** The attribute `sizes` of an image that is shown inside squares; `widthIn` gives its width in one with this side. */
export type SizesIn = (widthIn: (side: number) => number) => string

/** The previews up to `largest` by their widths; nothing where there is a single one. */
export function previewSources(largest: number, image: ImageSource, sizesIn: SizesIn) {
  const previews = previewSizes(image.width, image.height).filter((size) => size <= largest)
  if (previews.length === 1) return undefined
  const share = Math.min(1, image.width / image.height)
  return {
    srcSet: previews.map((size) => `${previewUrl(image, size)} ${fittedDimensions(image, size).width}w`).join(', '),
    sizes: sizesIn((side) => Math.ceil(side * share)),
  }
}

/** Those of the image on the stage of its page. */
export const stageSources = (image: ImageSource) =>
  previewSources(1280, image, (widthIn) => `(width >= 64rem) ${widthIn(560)}px, ${widthIn(84)}vw`)

export const maxEnlargement = 2

/** The class of a small image: pixel art, without half-clear edges, is doubled and sharp; others keep their size. */
export function smallClass({ width, height, soft_share }: Pick<Card, 'width' | 'height' | 'soft_share'>, box: number) {
  if (maxEnlargement * Math.max(width, height) >= box) return undefined
  return soft_share ? 'small' : 'small pixel-art'
}

/** The class of a tile on which the outline of the image is visible in both themes (checkerboard.css). */
export const contrastClass = ({ contrast_tile }: Pick<Card, 'contrast_tile'>) =>
  contrast_tile ? `contrast-${contrast_tile}` : ''

export const downloadHref = ({ cloudflare_id }: ImageSource): string => downloadPath({ cloudflare_id })

export function formatDimensions({ width, height }: Pick<ImageSource, 'width' | 'height'>): string {
  return `${width} × ${height}`
}

export const isOpaque = ({ clear_share, soft_share }: Record<'clear_share' | 'soft_share', number>) =>
  clear_share === 0 && soft_share === 0

/** Shows an image's main colour until it has loaded; markup may hold no inline style (Content Security Policy). */
export function placeholderColourRef(colour: string | null) {
  return (image: HTMLImageElement | null) => {
    if (!image || image.complete || !colour) return
    image.style.setProperty('--placeholder', colour)
    const remove = () => image.style.removeProperty('--placeholder')
    for (const type of ['load', 'error']) image.addEventListener(type, remove, { once: true })
  }
}
