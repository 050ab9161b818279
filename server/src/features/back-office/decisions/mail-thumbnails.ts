import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { originalFile } from '@vitrine/contract/media-files'
import { originalKey } from '#features/images/storage-keys'
import { type Dimensions, scaledDimensions } from '#imaging/dimensions'
import type { ImagingPool } from '#imaging/imaging-pool'
import { type Licensor, licenceXmp } from '#imaging/licence-xmp'
import type { Logger } from '#kit/logger'
import type { Store } from '#kit/storage/store'

export interface ThumbnailDeps {
  store: Store
  imagingPool: ImagingPool
  licensor: Licensor
  log: Logger
}

/** Pixels of the longer side: twice what mails show, for dense screens. */
const side = 128

/** A small PNG, which every mail program shows; null where none can be made, since a mail is not held up by it. */
export async function makeThumbnail(
  { store, imagingPool, licensor, log }: ThumbnailDeps,
  { sha256, width, height }: Dimensions & { sha256: string },
  owner: number,
): Promise<Buffer | null> {
  const workspace = await store.createWorkspace()
  try {
    const [file, to] = [join(workspace.folder, originalFile), join(workspace.folder, 'thumbnail.png')]
    await pipeline(store.read(originalKey(sha256)), createWriteStream(file))
    const scale = Math.min(1, side / Math.max(width, height))
    const dimensions = scale < 1 ? scaledDimensions({ width, height }, scale) : null
    const job = { file, to, pixels: width * height, dimensions, isTrimmed: false, format: 'png' as const }
    await imagingPool.writeDerivative({ ...job, xmp: licenceXmp(licensor) }, { owner })
    return await readFile(to)
  } catch (error) {
    log.warn({ err: error }, 'a mail goes without a thumbnail')
    return null
  } finally {
    await workspace.remove()
  }
}
