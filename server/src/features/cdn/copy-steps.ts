import { buffer } from 'node:stream/consumers'
import { previewSizes } from '@vitrine/contract/media-files'
import { originalFormat, previewFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { StoredFile } from '#features/images/files/file-facts.sql'
import { originalKey, previewKey } from '#features/images/storage-keys'
import { needsCorrection } from '#imaging/colour/colour-correction'
import type { Database } from '#kit/database/statements'
import type { Logger } from '#kit/logger'
import type { Store } from '#kit/storage/store'
import type { CdnConfig } from './cdn-config.sql.ts'
import { type CdnCopy, forgetCopy, publicImage, revertToOrigin, updateCopy } from './cdn-copies.sql.ts'
import {
  accountHashOf,
  type CloudflareClient,
  CloudflareError,
  type CloudflareImage,
  isCloudflareError,
  maxUploadBytes,
  wrongHashMessage,
} from './cloudflare-client.ts'

interface StepContext {
  db: Database
  store: Store
  log: Pick<Logger, 'info' | 'warn'>
  config: CdnConfig
  client: CloudflareClient
  /** Seconds from an upload until the copy is expected to be available at every location of the CDN. */
  propagationSeconds: number
  /** Copies that are available, collected by the steps: visitors may be sent to these. */
  confirmed: CdnCopy[]
}

/** The next step for a copy in each state. A step throws only errors that concern the CDN as a whole. */
export const stepByState: Record<CdnCopy['state'], (copy: CdnCopy, context: StepContext) => Promise<unknown>> = {
  queued: uploadCopy,
  sent: confirmCopy,
  removing: removeCopy,
}

async function uploadCopy(
  copy: CdnCopy,
  { db, store, client, log, propagationSeconds }: StepContext,
): Promise<unknown> {
  const image = await publicImage(db, copy.image_id)
  if (!image) return updateCopy(db, copy, { to: 'removing', attempts: 0 })
  const file = await uploadFile(store, image).catch((err) => log.warn({ err }, `Cannot read the file of ${image.slug}`))
  if (!file) return updateCopy(db, copy, { to: 'queued', delaySeconds: 600 })
  const form = new FormData()
  form.set('id', copy.cdn_id)
  form.set('requireSignedURLs', 'false')
  form.set('file', file)
  try {
    await client.request('POST', 'v1', form)
  } catch (error) {
    if (isCloudflareError(error, 'rejected')) {
      await revertToOrigin(db, copy)
      return updateCopy(db, copy, { to: 'rejected', last_error: error.message })
    }
    // 'exists': an earlier upload succeeded, but its response was lost.
    if (!isCloudflareError(error, 'exists')) return rescheduleFailed(copy, db, error)
  }
  await updateCopy(db, copy, { to: 'sent', delaySeconds: propagationSeconds, attempts: 0 })
}

/** Retries while the copy is missing, since it may not be available at every location yet; then uploads it again. */
async function confirmCopy(copy: CdnCopy, context: StepContext): Promise<unknown> {
  const { db, client, config, confirmed, propagationSeconds } = context
  try {
    const image = await client.request<CloudflareImage>('GET', `v1/${encodeURIComponent(copy.cdn_id)}`)
    const hash = accountHashOf(image)
    if (hash && hash !== config.account_hash) throw new CloudflareError('no_account', wrongHashMessage(hash))
    confirmed.push(copy)
  } catch (error) {
    if (!isCloudflareError(error, 'missing')) return rescheduleFailed(copy, db, error)
    if (copy.attempts < 6)
      return updateCopy(db, copy, { to: 'sent', delaySeconds: propagationSeconds * 2 ** copy.attempts })
    await revertToOrigin(db, copy)
    await updateCopy(db, copy, { to: 'queued', attempts: 0 })
  }
}

/** Cloudflare purges its caches of what it deletes. Retries, since an upload may become visible minutes later. */
async function removeCopy(
  copy: CdnCopy,
  { db, client, config, log, propagationSeconds }: StepContext,
): Promise<unknown> {
  let end = 'was deleted and purged'
  try {
    await client.request('DELETE', `v1/${encodeURIComponent(copy.cdn_id)}`)
  } catch (error) {
    if (!isCloudflareError(error, 'missing')) return rescheduleFailed(copy, db, error)
    if (copy.attempts < 4)
      return updateCopy(db, copy, { to: 'removing', delaySeconds: propagationSeconds * 2 ** copy.attempts })
    end = 'is not there'
  }
  await forgetCopy(db, copy)
  if (!config.is_removing) log.info({ image: copy.image_id }, `Cloudflare: the copy ${copy.cdn_id} ${end}`)
}

/** Retries a failing copy with exponential backoff, so that one image never holds up the others. */
async function rescheduleFailed(copy: CdnCopy, db: Database, error: unknown): Promise<never> {
  const mayBeTheImage = isCloudflareError(error, 'unreachable')
  const delaySeconds = mayBeTheImage ? Math.min(3600, 10 * 2 ** copy.attempts) : 0
  await updateCopy(db, copy, { to: copy.state, delaySeconds, attempts: copy.attempts - (mayBeTheImage ? 0 : 1) })
  throw error
}

type SourceFile = Pick<StoredFile, 'sha256' | 'byte_size' | 'width' | 'height' | 'preview_version'>

/** The original, or the largest preview where that is too large for the CDN, not in sRGB or turned as browsers do. */
async function uploadFile(store: Store, image: SourceFile & { slug: string }): Promise<File> {
  const original = image.byte_size <= maxUploadBytes && (await buffer(store.read(originalKey(image.sha256))))
  if (original && !needsCorrection(original))
    return new File([original], image.slug + originalFormat.extension, { type: originalFormat.mime })
  const size = previewSizes(image.width, image.height).at(-1)!
  const preview = await buffer(store.read(previewKey(image.sha256, size, image.preview_version)))
  return new File([preview], image.slug + previewFormat.extension, { type: previewFormat.mime })
}
