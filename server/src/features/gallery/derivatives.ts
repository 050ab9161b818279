import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { derivativeKey, originalKey } from '#features/images/storage-keys'
import type { DerivativeFormat } from '#imaging/derivative'
import { type ImagingPool, PoolBusy } from '#imaging/imaging-pool'
import { type Licensor, licenceXmp } from '#imaging/licence-xmp'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { Store } from '#kit/storage/store'
import { imageBySlug } from './gallery.sql.ts'

/** What of an image a download needs. */
interface DownloadableImage {
  cloudflare_id: string
  slug: string
  sha256: string
  width: number
  height: number
}

interface DerivativeRequest {
  size?: number
  format?: DerivativeFormat
}

export interface DownloadDeps {
  db: Database
  store: Store
  imagingPool: ImagingPool
  licensor: Licensor
}

/** A derivative of an image: pixels of the longer side (null: the image's own size) and file format. */
export interface Derivative {
  size: number | null
  format: DerivativeFormat
}

interface Dimensions {
  width: number
  height: number
}

/** The derivative that a request selects, never larger than the original; null, for the original, where it names none. */
export function chooseDerivative(image: Dimensions, request: DerivativeRequest): Derivative | null {
  const { size = Number.POSITIVE_INFINITY, format = 'png' } = request
  if (!request.size && !request.format) return null
  const side = Math.min(size, format === 'webp' ? maxWebpSide(image) : size)
  return { size: side < Math.max(image.width, image.height) ? side : null, format }
}

/** The longer side at 8 megapixels: encoding a larger image full of noise as WebP exceeds a worker's memory limit. */
function maxWebpSide({ width, height }: Dimensions): number {
  return Math.floor(Math.max(width, height) * Math.sqrt(8_000_000 / (width * height)))
}

const derivativeFileName = ({ size, format }: Derivative) => `${size ?? 'full'}.${format}`

/** Files of the store that are sent as downloads: the original, or a copy of it that is made when first asked for. */
export function createDownloads(ground: DownloadDeps) {
  const underWay = new Map<string, Promise<void>>()

  /** Two who want the same copy wait for the same work. */
  async function made(image: DownloadableImage, copy: Derivative): Promise<string> {
    const key = derivativeKey(image.cloudflare_id, derivativeFileName(copy))
    if ((await ground.store.size(key)) !== null) return key
    if (!underWay.has(key)) {
      if (ground.imagingPool.isFull() || underWay.size >= maxInProgress) throw busyError()
      const work = makeDerivative(ground, image, copy, key).finally(() => underWay.delete(key))
      underWay.set(key, work)
    }
    await underWay.get(key)
    return key
  }

  return async function download(image: DownloadableImage, wanted: DerivativeRequest) {
    const copy = chooseDerivative(image, wanted)
    if (!copy) {
      const fileName = `${image.slug}.png`
      return { key: originalKey(image.sha256), contentType: 'image/png', etag: image.sha256, fileName }
    }
    return {
      key: await made(image, copy),
      contentType: `image/${copy.format}`,
      etag: `${image.sha256}-${derivativeFileName(copy)}`,
      fileName: `${image.slug}${copy.size === null ? '' : `-${copy.size}`}.${copy.format}`,
    }
  }
}

/** A quarter of what may wait for the picture workers (foundation.ts), so visitors leave room for uploads. */
const maxInProgress = 50

const busyError = () => fail('busy', { message: 'We are busy with other pictures. Please ask again in a moment.' })

async function makeDerivative(
  { db, store, imagingPool: pictures, licensor }: DownloadDeps,
  image: DownloadableImage,
  copy: Derivative,
  key: string,
) {
  const workspace = await store.createWorkspace()
  try {
    const [file, to] = [join(workspace.folder, 'original.png'), join(workspace.folder, derivativeFileName(copy))]
    await pipeline(store.read(originalKey(image.sha256)), createWriteStream(file))
    await pictures.writeDerivative({ file, to, ...copy, xmp: licenceXmp(licensor, await creditOf(db, image)) })
    await store.put(to, key)
  } catch (error) {
    throw error instanceof PoolBusy ? busyError() : error
  } finally {
    await workspace.remove()
  }
}

async function creditOf(db: Database, { slug }: DownloadableImage) {
  const image = await imageBySlug(db, slug)
  if (!image) throw fail('image_not_found')
  const { title, first_name, last_name, username } = image
  return { title, creator: `${first_name} ${last_name}`.trim() || username }
}
