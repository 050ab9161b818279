import { mediaPath, originalFile, versionedPreviewFile } from '@vitrine/contract/media-files'
import { sharedCacheSeconds } from '#kit/pages/send-cached-response'
import type { Signer } from '#kit/security/signer'

export interface AddressableImage {
  cloudflare_id: string
  pub_no: number | null
  /** URL at the CDN, where it delivers the image. */
  delivery_url: string | null
  preview_version: number
}

const signedUrlHours = 12

/**
 * Seconds. An hour in a browser saves a visitor 100 requests a page; nginx tells it no `Age`, so the proxy's part is
 * taken off. A proxy revalidates soon, so that it stops showing what was taken down (requirements: #take-down).
 */
export const publicPictureAges = { maxAge: 3600 - sharedCacheSeconds, sharedMaxAge: sharedCacheSeconds }

/** URL of the preview that pages show: WebP, at most 640 pixels on the longer side. */
export const cloudflareUrl = (image: AddressableImage, mediaSigner: Signer) =>
  isPublic(image) ? publicUrl(image) : mediaUrl(image, previewFile(image), mediaSigner)

/** The same for admins, whose page keeps it while the status of the image changes. */
export const signedPreviewUrl = (image: Pick<AddressableImage, 'cloudflare_id' | 'preview_version'>, signer: Signer) =>
  signedUrl(image, previewFile(image), signer)

/** The same for an image that is public. */
export const publicUrl = (image: Pick<AddressableImage, 'cloudflare_id' | 'delivery_url' | 'preview_version'>) =>
  image.delivery_url ?? mediaPath(image.cloudflare_id, previewFile(image))

const previewFile = ({ preview_version }: Pick<AddressableImage, 'preview_version'>) =>
  versionedPreviewFile(640, preview_version)

type ImageWithOriginal = Omit<AddressableImage, 'delivery_url' | 'preview_version'>

/** URL of the uploaded file, for display; always our origin's, because CDNs re-encode what they deliver. */
export const mainUrl = (image: ImageWithOriginal, mediaSigner: Signer) => mediaUrl(image, originalFile, mediaSigner)

/** Whether visitors see an image: it is approved, and neither in the trash nor hidden (check `images_published`). */
export const isPublic = ({ pub_no }: Pick<AddressableImage, 'pub_no'>) => pub_no !== null

/** Public images have a permanent URL. */
const mediaUrl = (image: ImageWithOriginal, file: string, mediaSigner: Signer): string =>
  isPublic(image) ? mediaPath(image.cloudflare_id, file) : signedUrl(image, file, mediaSigner)

/** The owner and admins see it by a signed URL that expires, since an `<img>` sends no access token. */
function signedUrl({ cloudflare_id }: { cloudflare_id: string }, file: string, mediaSigner: Signer): string {
  // Rounded to whole hours, so that a list loaded again has the same URLs, and images on the screen stay as they are.
  const until = (Math.floor(Date.now() / 3_600_000) + signedUrlHours) * 3600
  const key = mediaSigner.sign(`${cloudflare_id} ${until}`)
  return `${mediaPath(cloudflare_id, file)}?until=${until}&key=${key}`
}

export function hasValidSignature(
  cloudflare_id: string,
  query: { until?: unknown; key?: unknown },
  mediaSigner: Signer,
): boolean {
  const { until, key } = query
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,12}$/.test(until)) return false
  return Number(until) * 1000 > Date.now() && mediaSigner.verify(`${cloudflare_id} ${until}`, key)
}
