import { enqueueImageFileRemoval } from '#features/images/image-files.sql'
import { derivativesFolder, evidenceKey, originalKey, sharedKeys } from '#features/images/storage-keys'
import { restoreFromTrash } from '#features/images/trash.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { type MeasuringDeps, measureAgain } from '#features/uploads/measuring/measure-again'
import { whileLocked } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { copyStoredFile } from '#kit/storage/copy-stored-file'
import type { Store } from '#kit/storage/store'
import { clearTakenDown, deleteEvidence, filesOfHashes, hashesToQuarantine, oldFileHashes } from './take-down.sql.ts'
import type { FilesToMove, Reinstated } from './take-down.ts'

interface TakeDownJobDeps extends MeasuringDeps {
  config: { TAKEN_DOWN_FILE_DAYS: number; TAKEN_DOWN_DAYS: number }
}

/** Each step may run again after it was interrupted: files are copied before they are removed. */
export const takeDownJobs = (deps: TakeDownJobDeps): JobModule => ({
  handlers: {
    quarantine_files: (files: FilesToMove) => quarantineFiles(deps, files),
    release_files: (files: Reinstated, { abortSignal }) => releaseFiles(deps, files, abortSignal),
  },
  nightly: {
    remove_evidence: () => removeEvidence(deps),
  },
})

/** Held while files are moved, so that a decision and its undoing do not meet. */
const movingLock = 'files of take-downs'

/** Moves originals to where no address leads, and removes all that was made of them. */
const quarantineFiles = ({ backgroundDb, store }: TakeDownJobDeps, { hashes, cloudflare_ids }: FilesToMove) =>
  whileLocked(backgroundDb, movingLock, async () => {
    for (const id of cloudflare_ids) await store.remove(derivativesFolder(id))
    for (const sha256 of await hashesToQuarantine(backgroundDb, hashes)) {
      await copyUnlessThere(store, originalKey(sha256), evidenceKey(sha256))
      for (const key of sharedKeys(sha256)) await store.remove(key)
    }
  })

/** Moves originals back, makes their previews again, and shows their images. */
const releaseFiles = (deps: TakeDownJobDeps, { ids, hashes }: Reinstated, signal: AbortSignal) =>
  whileLocked(deps.backgroundDb, movingLock, async () => {
    const { backgroundDb, store } = deps
    for (const file of await filesOfHashes(backgroundDb, hashes)) {
      await copyUnlessThere(store, evidenceKey(file.sha256), originalKey(file.sha256))
      await measureAgain(deps, file, signal)
      await store.remove(evidenceKey(file.sha256))
    }
    for (const id of ids) await showAgain(backgroundDb, id)
  })

/** Where its owner has uploaded the same bytes again meanwhile, it stays in the trash. */
async function showAgain(db: Database, id: number) {
  const isDone = await db.transaction().execute(async (transaction) => {
    const [wasListed] = await clearTakenDown(transaction, [id])
    if (!wasListed) return true
    if (!(await restoreFromTrash(transaction, [id]))) return false
    await syncReadModel(transaction, [id])
    return true
  })
  if (!isDone) await clearTakenDown(db, [id])
}

/** A missing source is no error: it was moved before, or removed when its time was over. */
async function copyUnlessThere(store: Store, from: string, to: string) {
  if ((await store.size(to)) !== null || (await store.size(from)) === null) return
  await copyStoredFile(store, from, store, to)
}

const batchSize = 100

/** Bytes of what was taken down leave first, its rows later (requirements: #take-down). */
async function removeEvidence({ backgroundDb, store, config }: TakeDownJobDeps) {
  for (const sha256 of await oldFileHashes(backgroundDb, config.TAKEN_DOWN_FILE_DAYS))
    await store.remove(evidenceKey(sha256))
  for (let isWhole = false; !isWhole; )
    isWhole = await backgroundDb.transaction().execute(async (transaction) => {
      const images = await deleteEvidence(transaction, config.TAKEN_DOWN_DAYS, batchSize)
      await enqueueImageFileRemoval(transaction, images)
      return images.length < batchSize
    })
}
