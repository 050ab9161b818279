import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { originalFile, previewSizes } from '@vitrine/contract/media-files'
import { imageFormats, originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FeatureDeps } from '#feature'
import { sourceUrlInEffect } from '#features/images/files/file-source'
import { derivativeKey, originalKey, previewKey } from '#features/images/storage-keys'
import { type ImageCredit, type Licensor, licenceXmp } from '#imaging/licence-xmp'
import { fail } from '#kit/api-error'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/statements'
import { MissingFile } from '#kit/http/send-file'
import { createJoinedWork } from '#kit/joined-work'
import { createMinuteLimit } from '#kit/security/minute-limit'
import { creatorOf, creditLineOf } from './credit-and-provenance.ts'
import { deleteDerivatives, derivativesBeyond, type StoredDerivative } from './derivatives.sql.ts'
import {
  chooseDerivative,
  type Derivative,
  type DownloadRequest,
  derivativeFileName,
  ownWidthKeys,
} from './derivatives.ts'
import { imageBySlug } from './gallery.sql.ts'
import { type ImageRow, unseenError } from './public-images.ts'

/** Who waits for a download: their network, and a signal that aborts when they have gone. */
interface Visitor {
  network: string
  signal: AbortSignal
}

interface DownloadDeps extends FeatureDeps {
  /** Records that a derivative was requested, and its bytes, so that it stays in the store. */
  recordRequest(derivative: StoredDerivative): void
}

export type Downloads = ReturnType<typeof createDownloads>

/** Resolves a download request to a stored file: the original, or a derivative that is made on first request. */
export function createDownloads(deps: DownloadDeps) {
  /** Derivatives being made, by key: concurrent requests for the same one share the work. */
  const inProgress = createJoinedWork<number>()
  const ownWidthLimit = createMinuteLimit(limits.ownWidthsPerMinute)

  async function ensureDerivative(image: ImageRow, derivative: Derivative, isOwnWidth: boolean, visitor: Visitor) {
    const key = derivativeKey(image.cloudflare_id, derivativeFileName(image, derivative))
    const stored = await deps.store.size(key)
    if (stored !== null) deps.recordRequest({ key, byte_size: stored })
    else {
      if (!inProgress.has(key)) assertRoom(isOwnWidth && visitor.network)
      const make = (signal: AbortSignal) => makeDerivative(deps, image, derivative, key, signal)
      deps.recordRequest({ key, byte_size: await inProgress.join(key, visitor.signal, make) })
      if (isOwnWidth) await removeUnusedWidths(deps, image, key)
    }
    return key
  }

  function assertRoom(ownWidthOf: string | false) {
    deps.diskSpace.assertRoom()
    deps.imagingPool.assertNotBusy('visitors')
    if (inProgress.size >= maxInProgress) throw fail('busy')
    if (ownWidthOf && !ownWidthLimit.tryConsume(ownWidthOf)) throw fail('too_many', { retryAfter: 60 })
  }

  return async function download(image: ImageRow, request: DownloadRequest, visitor: Visitor) {
    const derivative = chooseDerivative(image, request)
    if (!derivative) {
      const fileName = image.slug + originalFormat.extension
      return { key: originalKey(image.sha256), contentType: originalFormat.mime, etag: image.sha256, fileName }
    }
    const { mime, extension } = imageFormats[derivative.format]
    const isOwnWidth = request.width !== undefined && derivative.suffix !== ''
    return {
      key: await ensureDerivative(image, derivative, isOwnWidth, visitor),
      contentType: mime,
      etag: `${image.sha256}-${derivativeFileName(image, derivative)}`,
      fileName: `${image.slug}${derivative.suffix && `-${derivative.suffix}`}${extension}`,
    }
  }
}

const largestPreviewKey = ({ sha256, width, height, preview_version }: ImageRow): string =>
  previewKey(sha256, previewSizes(width, height).at(-1)!, preview_version)

/** Derivatives that are made or wait at a time: each holds a copy of its original in the workspace. */
const maxInProgress = 50

/** Returns the bytes of the file that was made. */
async function makeDerivative(
  deps: DownloadDeps,
  image: ImageRow,
  derivative: Derivative,
  key: string,
  signal: AbortSignal,
): Promise<number> {
  const { visitorDb, store, imagingPool, licensor } = deps
  await using workspace = await store.createWorkspace()
  const file = join(workspace.folder, originalFile)
  const to = join(workspace.folder, derivativeFileName(image, derivative))
  const { format, dimensions, isTrimmed } = derivative
  const source = format === 'jpeg' ? largestPreviewKey(image) : originalKey(image.sha256)
  await pipeline(store.read(source), createWriteStream(file), { signal })
  const pixels = image.width * image.height
  const credit = await creditOf(visitorDb, image, licensor)
  const requester = { owner: 'visitors', signal } as const
  if (format === 'jpeg') {
    const { size } = await stat(file)
    await imagingPool.write({ cover: { file, lengths: [size], pixels, to } }, requester)
  } else {
    const job = { file, pixels, to, format, dimensions, isTrimmed, xmp: licenceXmp(licensor, credit) }
    await imagingPool.write({ derivative: job }, requester)
  }
  const { size } = await stat(to)
  await putUnlessChanged(deps, image, { file: to, key, credit })
  return size
}

/** A take-down or closing removes the derivatives that it finds, so one that is stored later is removed here. */
async function putUnlessChanged(
  { visitorDb, store, licensor }: DownloadDeps,
  image: ImageRow,
  { file, key, credit }: { file: string; key: string; credit: ImageCredit },
) {
  try {
    await store.put(file, key)
    const creditNow = await creditOf(visitorDb, image, licensor)
    if (!isDeepStrictEqual(creditNow, credit)) throw new MissingFile(`${key} says what holds no longer.`)
  } catch (error) {
    await store.remove(key)
    throw error
  }
}

async function creditOf(db: Database, { slug }: ImageRow, licensor: Licensor): Promise<ImageCredit> {
  const image = await imageBySlug(db, slug)
  if (!image) throw await unseenError(db, slug)
  return {
    title: image.title,
    creator: creatorOf(image),
    licence: image.licence,
    creditLine: creditLineOf(image, licensor),
    sourceUrl: sourceUrlInEffect(image),
  }
}

/** Bounds what an image's up to 187 widths take; one that is requested meanwhile is made again (send-image-file.ts). */
async function removeUnusedWidths({ backgroundDb, store }: DownloadDeps, image: ImageRow, made: string) {
  const others = ownWidthKeys(image).filter((key) => key !== made)
  const unused = await derivativesBeyond(backgroundDb, others, limits.ownWidthsPerImage - 1)
  await forEachLimit(unused, 8, (key) => store.remove(key))
  await deleteDerivatives(backgroundDb, unused)
}
