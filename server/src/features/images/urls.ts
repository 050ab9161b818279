import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { mediaPath, variantFile } from '@vitrine/contract/variants'
import type { MasterKey } from '#kit/security/master-key'

interface AddressableImage {
  cloudflare_id: string
  status: ImageStatus
  /** Of what lies in the trash. */
  deleted_at?: Date | null
  /** Where a hosting service delivers it. */
  delivery_url: string | null
}

const signedUrlHours = 12

/** The picture as pages show it: WebP, at most 640 pixels on its longer side. */
export const cloudflareUrl = (image: AddressableImage, masterKey: MasterKey) =>
  isPublic(image) ? publicUrl(image) : mediaUrl(image, variantFile(640), masterKey)

/** The same of a picture that everybody may see. */
export const publicUrl = ({ cloudflare_id, delivery_url }: Pick<AddressableImage, 'cloudflare_id' | 'delivery_url'>) =>
  delivery_url ?? mediaPath(cloudflare_id, variantFile(640))

/** The file as it was uploaded, shown and not downloaded; always our own, since services re-encode what they deliver. */
export const mainUrl = (image: Omit<AddressableImage, 'delivery_url'>, masterKey: MasterKey) =>
  mediaUrl(image, 'original.png', masterKey)

const isPublic = ({ status, deleted_at }: Pick<AddressableImage, 'status' | 'deleted_at'>) =>
  status === 'approved' && !deleted_at

/**
 * Approved pictures have one address for good. The others, and those in the trash, are seen by their owner and the
 * admins alone; since an `<img>` sends no token, their address carries a signature that opens it for half a day.
 */
function mediaUrl(image: Omit<AddressableImage, 'delivery_url'>, file: string, masterKey: MasterKey): string {
  const path = mediaPath(image.cloudflare_id, file)
  if (isPublic(image)) return path
  // Whole hours, so that a list that is loaded again shows the same addresses and the browser keeps the pictures.
  const until = (Math.floor(Date.now() / 3_600_000) + signedUrlHours) * 3600
  return `${path}?until=${until}&key=${masterKey.sign(`${image.cloudflare_id} ${until}`)}`
}

/** Whether an address of a picture that is not public may be opened. */
export function hasValidSignature(
  cloudflare_id: string,
  query: { until?: unknown; key?: unknown },
  masterKey: MasterKey,
): boolean {
  const { until, key } = query
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,12}$/.test(until)) return false
  return Number(until) * 1000 > Date.now() && masterKey.verify(`${cloudflare_id} ${until}`, key)
}
