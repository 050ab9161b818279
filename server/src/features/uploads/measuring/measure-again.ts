import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { originalFile } from '@vitrine/contract/variants'
import { saveFile } from '#features/files/files.sql'
import { imagesOfFile, lockImages } from '#features/images/images.sql'
import { originalKey } from '#features/images/storage-keys'
import { replacePublished } from '#features/publishing/read-model'
import type { ImagingPool } from '#imaging/imaging-pool'
import type { Licensor } from '#imaging/licence-xmp'
import { RefusedFile } from '#imaging/refused-file'
import type { Database } from '#kit/database/pool'
import type { Store } from '#kit/storage/store'
import { measureFile } from '../measure-file.ts'
import { type OutdatedFile, setUnmeasurable } from './outdated-files.sql.ts'

export interface MeasuringDeps {
  backgroundDb: Database
  store: Store
  imagingPool: ImagingPool
  licensor: Licensor
}

/**
 * Measures a stored file with the current version, makes its previews and publishes its images again; until then the
 * older findings and previews are served. A file that is missing or can no longer be decoded is left unmeasured, and
 * the reason is returned.
 */
export async function measureAgain(
  { backgroundDb, store, imagingPool, licensor }: MeasuringDeps,
  { sha256, byte_size, width, height }: OutdatedFile,
  signal: AbortSignal,
): Promise<string | null> {
  const key = originalKey(sha256)
  const save = (write: (transaction: Database) => Promise<unknown>) => saveAndPublish(backgroundDb, sha256, write)
  if ((await store.size(key)) === null) {
    await save((transaction) => setUnmeasurable(transaction, sha256))
    return `The file ${key} is missing from the store.`
  }
  const workspace = await store.createWorkspace()
  try {
    const file = join(workspace.folder, originalFile)
    await pipeline(store.read(key), createWriteStream(file), { signal })
    const picture = { file, sha256, byte_size, pixels: width * height }
    const measured = await measureFile({ imagingPool, licensor }, picture, { owner: 'operator', signal })
    await measured.storePreviews(store)
    await save((transaction) => saveFile(transaction, measured.row, measured.perceptualRow))
    return null
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await save((transaction) => setUnmeasurable(transaction, sha256))
    return `The file ${key} cannot be measured: ${error.message}`
  } finally {
    await workspace.remove()
  }
}

/** Writes what is known of a file together with what visitors' searches hold of its images. */
const saveAndPublish = (db: Database, sha256: string, write: (transaction: Database) => Promise<unknown>) =>
  db.transaction().execute(async (transaction) => {
    const images = await lockImages(transaction, await imagesOfFile(transaction, sha256))
    await write(transaction)
    await replacePublished(
      transaction,
      images.map(({ id }) => id),
    )
  })
