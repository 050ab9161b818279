import type { FeatureDeps } from '#feature'
import { enqueueSync } from '#features/cdn/sync-worker'
import { removeDerivatives } from '#features/gallery/retention-jobs'
import { blockPictures, isBlocked, unblockPicture } from '#features/images/blocked-pictures/blocked-pictures.sql'
import { whileNotStored } from '#features/images/files/unowned-files.sql'
import { enqueueImageFileRemoval } from '#features/images/files-of-images.sql'
import { evidenceKey, evidencePrefix, originalKey, sha256OfKey, sharedKeys } from '#features/images/storage-keys'
import { clearEdits, takeEditFiles } from '#features/images/visibility/edits.sql'
import { clearTakenDown, setTakenDown } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { type MeasuringDeps, measureAgain } from '#features/uploads/measuring/measure-again'
import { inBatches } from '#kit/concurrency'
import { whileLocked } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { copyStoredFile, type Store } from '#kit/storage/store'
import {
  deleteEvidence,
  fileOfHash,
  hashesToQuarantine,
  hashesWithoutNeed,
  imagesToReturn,
  imagesWithWaitingFile,
  lockAnyImage,
  lockTwins,
  recentlyTakenDown,
} from './take-down.sql.ts'

interface FilesToMove {
  hashes: string[]
  cloudflare_ids: string[]
}

/** Takes down everyone's images of these bytes (decision 0070); `ids` are the named one, then those not kept down. */
export async function takeDown(transaction: Database, id: number, why: { reason: string; by: number | null }) {
  const images = await lockTwins(transaction, id)
  if (!images.length) return { isVisible: false, ids: [] }
  const ids = images.map((image) => image.id)
  // Visitors never saw what waits beside them, and no one has decided about it.
  await enqueueImageFileRemoval(transaction, await clearEdits(transaction, ids))
  await setTakenDown(transaction, ids)
  const hashes = [...new Set(images.map(({ sha256 }) => sha256))]
  const others = await imagesWithWaitingFile(transaction, hashes)
  await enqueueImageFileRemoval(transaction, await takeEditFiles(transaction, others))
  await blockPictures(transaction, hashes, { reason: why.reason, blockedBy: why.by })
  const toMove: FilesToMove = { hashes, cloudflare_ids: images.map(({ cloudflare_id }) => cloudflare_id) }
  await addJob(transaction, 'quarantine_files', toMove)
  const isVisible = await syncReadModel(transaction, ids)
  await enqueueSync(transaction)
  return { isVisible, ids: [id, ...images.flatMap((one) => (one.id === id || one.is_kept_down ? [] : one.id))] }
}

/** Brings back the images of these bytes that no decision keeps down, once a job has brought back their files. */
export async function reinstate(transaction: Database, id: number): Promise<void> {
  const [image] = await lockTwins(transaction, id)
  if (image) await addJob(transaction, 'release_files', { sha256: image.sha256 })
}

type TakeDownJobDeps = MeasuringDeps & Pick<FeatureDeps, 'log'> & { config: { EVIDENCE_DAYS: number } }

/** Each step may run again after it was interrupted: files are copied before they are removed. */
export const takeDownJobs = (deps: TakeDownJobDeps): JobModule => ({
  handlers: {
    quarantine_files: (files: FilesToMove) => quarantineFiles(deps, files),
    release_files: ({ sha256 }: { sha256: string }, { abortSignal }) => releaseFiles(deps, sha256, abortSignal),
  },
  nightly: {
    remove_evidence: () => removeEvidence(deps),
    quarantine_again: () => quarantineAgain(deps),
  },
})

const batchSize = 100

/** Held while files are moved, so that a decision, its undoing and the end of its time do not meet. */
const movingLock = 'files of take-downs'

/** Moves originals to where no visitor's address leads, and removes all that was made of them. */
const quarantineFiles = (
  deps: TakeDownJobDeps,
  { hashes, cloudflare_ids }: FilesToMove,
  remove: (key: string) => Promise<unknown> = deps.store.remove,
) =>
  whileLocked(deps.backgroundDb, movingLock, async () => {
    const { backgroundDb, store } = deps
    for (const id of cloudflare_ids) await removeDerivatives(deps, id)
    for (const sha256 of await hashesToQuarantine(backgroundDb, hashes)) {
      await copyUnlessThere(store, originalKey(sha256), evidenceKey(sha256))
      for (const key of sharedKeys(sha256)) await remove(key)
    }
  })

/** Quarantines files that a killed process, or an upload refused at the last moment, has stored after a take-down. */
async function quarantineAgain(deps: TakeDownJobDeps) {
  const { backgroundDb, store } = deps
  for (let afterId: number | null = 0; afterId !== null; ) {
    const images = await recentlyTakenDown(backgroundDb, afterId, batchSize)
    const hashes = [...new Set(images.map(({ sha256 }) => sha256))]
    const files: FilesToMove = { hashes, cloudflare_ids: images.map(({ cloudflare_id }) => cloudflare_id) }
    // By now an admin may have allowed someone these bytes, whose upload is being stored.
    await quarantineFiles(deps, files, (key) => whileNotStored(backgroundDb, key, () => store.remove(key)))
    afterId = images.length === batchSize ? images.at(-1)!.id : null
  }
}

/** Moves an original back, makes its previews again, and shows its images, unless they were taken down meanwhile. */
const releaseFiles = (deps: TakeDownJobDeps, sha256: string, signal: AbortSignal) =>
  whileLocked(deps.backgroundDb, movingLock, async () => {
    const { backgroundDb, store } = deps
    const ids = await imagesToReturn(backgroundDb, sha256)
    if (ids.length && (await bringFilesBack(deps, sha256, signal)))
      for (const id of ids) await showAgain(backgroundDb, { id, sha256 })
    if (!(await isBlocked(backgroundDb, sha256))) await store.remove(evidenceKey(sha256))
  })

/** Returns whether the original is there; without it nothing is shown. */
async function bringFilesBack(deps: TakeDownJobDeps, sha256: string, signal: AbortSignal): Promise<boolean> {
  const { backgroundDb, store, log } = deps
  await copyUnlessThere(store, evidenceKey(sha256), originalKey(sha256))
  if ((await store.size(originalKey(sha256))) === null) {
    log.warn({ sha256 }, 'a picture cannot return: its original is missing')
    return false
  }
  const file = await fileOfHash(backgroundDb, sha256)
  if (file) await measureAgain(deps, file, signal)
  return true
}

async function showAgain(db: Database, { id, sha256 }: { id: number; sha256: string }) {
  await db.transaction().execute(async (transaction) => {
    await lockAnyImage(transaction, id)
    if (!(await imagesToReturn(transaction, sha256)).includes(id)) return
    await clearTakenDown(transaction, id)
    await unblockPicture(transaction, sha256)
    await syncReadModel(transaction, [id])
  })
}

/** A missing source is no error: it was moved before, or removed when its time was over. */
async function copyUnlessThere(store: Store, from: string, to: string) {
  if ((await store.size(to)) !== null || (await store.size(from)) === null) return
  await copyStoredFile(store, from, store, to)
}

/** What was taken down leaves with its files when its time is over (requirements: #take-down). */
async function removeEvidence({ backgroundDb, store, config }: TakeDownJobDeps) {
  for (let isWhole = false; !isWhole; )
    isWhole = await backgroundDb.transaction().execute(async (transaction) => {
      const images = await deleteEvidence(transaction, config.EVIDENCE_DAYS, batchSize)
      await enqueueImageFileRemoval(transaction, images)
      return images.length < batchSize
    })
  // What is there has to leave when its term is over.
  for await (const keys of inBatches(store.list(evidencePrefix), batchSize)) {
    const hashes = keys.flatMap((key) => sha256OfKey(key) ?? [])
    await whileLocked(backgroundDb, movingLock, async () => {
      for (const sha256 of await hashesWithoutNeed(backgroundDb, hashes)) await store.remove(evidenceKey(sha256))
    })
  }
}
