import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { HandlerInput } from '@vitrine/contract/endpoint'
import { type Dimensions, scaledDimensions } from '@vitrine/contract/measures/dimensions'
import type { Derivative as DerivativeReply } from '@vitrine/contract/schemas/image'
import { downloadSizes, ownWidthStep } from '@vitrine/contract/vocabulary/filters'
import { type DownloadFormat, imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { StatedSource } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { sourceInEffect } from '#features/images/files/file-source'
import { derivativeKey } from '#features/images/storage-keys'
import type { Rectangle } from '#imaging/measures/rgba-image'
import { sha256OfText } from '#kit/sha256'

/** What a visitor asks for, or the cover: the picture that shared links show. */
export type DownloadRequest = HandlerInput<typeof gallery.download>['query'] & { cover?: boolean }

/** A resized, trimmed or converted copy of an image, or a JPEG of it on paper. */
export interface Derivative {
  /** What distinguishes it in file names: '512', '640w' for a width of one's own, 'trimmed'; '' for the full size. */
  suffix: string
  format: DownloadFormat | 'jpeg'
  /** Null keeps the size. */
  dimensions: Dimensions | null
  isTrimmed: boolean
}

/** The derivative that a request means, never larger than the original; null stands for the original itself. */
export function chooseDerivative(image: Dimensions, request: DownloadRequest): Derivative | null {
  const { size, width, trim, format = 'png', cover } = request
  if (cover) return { suffix: 'cover', format: 'jpeg', dimensions: null, isTrimmed: false }
  if (trim) return { suffix: 'trimmed', format, dimensions: null, isTrimmed: true }
  if (width) return resized(image, width / image.width, `${width}w`, format)
  if (!size && !request.format) return null
  const longer = Math.max(image.width, image.height)
  const side = Math.min(size ?? longer, format === 'webp' ? maxWebpSide(image) : longer)
  return resized(image, side / longer, String(side), format)
}

function resized(image: Dimensions, scale: number, suffix: string, format: DownloadFormat): Derivative {
  if (scale >= 1) return { suffix: '', format, dimensions: null, isTrimmed: false }
  return { suffix, format, dimensions: scaledDimensions(image, scale), isTrimmed: false }
}

/** The longer side at which an image has 8 megapixels: encoding more noise as WebP exceeds a worker's memory limit. */
const maxWebpSide = ({ width, height }: Dimensions): number =>
  Math.floor(Math.max(width, height) * Math.sqrt(8_000_000 / (width * height)))

/**
 * Raised when the same request gives other bytes than before, so that no file changes under its key; earlier versions
 * are no longer requested, so they leave the store (requirements: #derivative-retention).
 */
const derivativeVersion = 3

export const derivativeFileName = (image: LicensedImage, { suffix, format }: Derivative) =>
  `v${derivativeVersion}-${suffix || 'full'}${licenceMark(image)}${imageFormats[format].extension}`

/** What decides about the metadata that are embedded. */
interface LicensedImage extends StatedSource {
  licence: Licence
  credit: string
}

/** Another licence, credit or source is another file, so that none states what holds no longer. */
function licenceMark(image: LicensedImage): string {
  const source = sourceInEffect(image)
  return creditMark(image) + (source ? `-${source}` : '')
}

function creditMark({ licence, credit }: LicensedImage): string {
  if (credit) return `-${licence}-${sha256OfText(credit).slice(0, 12)}`
  return licence === 'library' ? '' : `-${licence}`
}

type DerivativeKind = DerivativeReply['kind']

export interface OfferedImage extends Dimensions, LicensedImage {
  cloudflare_id: string
  visible_box: Rectangle | null
}

/** Trimmed first, PNGs from large to small, WebP last; dimensions are null until the visible box is measured. */
export function offersOf(image: OfferedImage) {
  const longer = Math.max(image.width, image.height)
  const sizes = downloadSizes.filter((size) => size < longer).toReversed()
  const offer = (kind: DerivativeKind, query: string, request: DownloadRequest) => {
    const derivative = chooseDerivative(image, request)!
    const key = derivativeKey(image.cloudflare_id, derivativeFileName(image, derivative))
    return { kind, query, key, dimensions: derivative.isTrimmed ? image.visible_box : (derivative.dimensions ?? image) }
  }
  return [
    ...(fills(image) ? [] : [offer('trimmed', 'trim=1', { trim: true })]),
    ...sizes.map((size) => offer('resized', `size=${size}`, { size })),
    offer('webp', 'format=webp', { format: 'webp' }),
  ]
}

/** Whether there is nothing to trim. */
const fills = ({ width, height, visible_box: box }: OfferedImage) => box?.width === width && box.height === height

/** The keys of all PNGs of own widths that an image can have. */
export const ownWidthKeys = (image: Omit<OfferedImage, 'visible_box'>): string[] =>
  Array.from({ length: Math.ceil(image.width / ownWidthStep) - 1 }, (_, index) => {
    const derivative = chooseDerivative(image, { width: (index + 1) * ownWidthStep })!
    return derivativeKey(image.cloudflare_id, derivativeFileName(image, derivative))
  })
