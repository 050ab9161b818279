import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { displayName } from '@vitrine/contract/display-name'
import { originalFile, previewVersion } from '@vitrine/contract/variants'
import { type DownloadFormat, imageFormats, originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { derivativeKey, originalKey } from '#features/images/storage-keys'
import type { ImagingPool } from '#imaging/imaging-pool'
import { type ImageCredit, type Licensor, licenceXmp } from '#imaging/licence-xmp'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { createJoinedWork } from '#kit/joined-work'
import type { DiskSpace } from '#kit/storage/disk-space'
import type { Store } from '#kit/storage/store'
import { imageBySlug } from './gallery.sql.ts'

/** The columns of an image that a download needs. */
interface DownloadableImage {
  cloudflare_id: string
  slug: string
  sha256: string
  width: number
  height: number
}

interface DownloadRequest {
  size?: number
  format?: DownloadFormat
}

/** A resized or converted version of an image; `size` is the pixels of the longer side, null the original's own. */
interface Derivative {
  size: number | null
  format: DownloadFormat
}

export interface DownloadDeps {
  visitorDb: Database
  store: Store
  imagingPool: ImagingPool
  licensor: Licensor
  diskSpace: DiskSpace
  /** Records that a derivative was requested, so that it stays in the store. */
  recordRequest(key: string): void
}

/** Resolves a download request to a stored file: the original, or a derivative that is made on first request. */
export function createDownloads(deps: DownloadDeps) {
  /** Derivatives being made, by key: concurrent requests for the same one share the work. */
  const inProgress = createJoinedWork<void>()

  async function ensureDerivative(image: DownloadableImage, derivative: Derivative, signal: AbortSignal) {
    const key = derivativeKey(image.cloudflare_id, derivativeFileName(derivative))
    deps.recordRequest(key)
    if ((await deps.store.size(key)) !== null) return key
    if (!inProgress.has(key)) {
      deps.diskSpace.assertRoom()
      deps.imagingPool.assertNotBusy('visitors')
      if (inProgress.size >= maxInProgress) throw fail('busy')
    }
    await inProgress.join(key, signal, (signal) => makeDerivative(deps, image, derivative, key, signal))
    return key
  }

  /** `signal` aborts when the visitor has gone. */
  return async function download(image: DownloadableImage, request: DownloadRequest, signal: AbortSignal) {
    const derivative = chooseDerivative(image, request)
    if (!derivative) {
      const fileName = image.slug + originalFormat.extension
      return { key: originalKey(image.sha256), contentType: originalFormat.mime, etag: image.sha256, fileName }
    }
    const { mime, extension } = imageFormats[derivative.format]
    return {
      key: await ensureDerivative(image, derivative, signal),
      contentType: mime,
      etag: `${image.sha256}-${derivativeFileName(derivative)}`,
      fileName: `${image.slug}${derivative.size === null ? '' : `-${derivative.size}`}${extension}`,
    }
  }
}

/** Derivatives that are made or wait at a time: each holds a copy of its original in the workspace. */
const maxInProgress = 50

/** The derivative that a request means, never larger than the original; null stands for the original itself. */
export function chooseDerivative(image: Dimensions, request: DownloadRequest): Derivative | null {
  const { size = Number.POSITIVE_INFINITY, format = 'png' } = request
  if (!request.size && !request.format) return null
  const maxSide = Math.min(size, format === 'webp' ? maxWebpSide(image) : size)
  return { size: maxSide < Math.max(image.width, image.height) ? maxSide : null, format }
}

interface Dimensions {
  width: number
  height: number
}

/** The longer side at which an image has 8 megapixels: encoding more noise as WebP exceeds a worker's memory limit. */
function maxWebpSide({ width, height }: Dimensions): number {
  return Math.floor(Math.max(width, height) * Math.sqrt(8_000_000 / (width * height)))
}

/** Those of earlier versions are no longer requested, so they leave the store (requirements: #derivative-retention). */
const derivativeFileName = ({ size, format }: Derivative) =>
  `v${previewVersion}-${size ?? 'full'}${imageFormats[format].extension}`

async function makeDerivative(
  { visitorDb, store, imagingPool, licensor }: DownloadDeps,
  image: DownloadableImage,
  derivative: Derivative,
  key: string,
  signal: AbortSignal,
) {
  const workspace = await store.createWorkspace()
  try {
    const file = join(workspace.folder, originalFile)
    const to = join(workspace.folder, derivativeFileName(derivative))
    await pipeline(store.read(originalKey(image.sha256)), createWriteStream(file), { signal })
    const pixels = image.width * image.height
    const xmp = licenceXmp(licensor, await creditOf(visitorDb, image))
    await imagingPool.writeDerivative({ file, pixels, to, ...derivative, xmp }, { owner: 'visitors', signal })
    await store.put(to, key)
  } finally {
    await workspace.remove()
  }
}

async function creditOf(db: Database, { slug }: DownloadableImage): Promise<ImageCredit> {
  const image = await imageBySlug(db, slug)
  if (!image) throw fail('image_not_found')
  return { title: image.title, creator: displayName(image) }
}
