import { blockPictures } from '#features/blocked-pictures/blocked-pictures.sql'
import { enqueueSync } from '#features/cdn/sync-worker'
import { enqueueImageFileRemoval } from '#features/images/image-files.sql'
import { clearEdits, takeEditFiles } from '#features/images/visibility/edits.sql'
import { setTakenDown } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import { imagesWithWaitingFile, lockTwins } from './take-down.sql.ts'

export interface TakeDown {
  /** The reason of a report. */
  reason: string
  /** The admin who decides. */
  by: number | null
}

/** What the job that moves the files has to know. */
export interface FilesToMove {
  hashes: string[]
  cloudflare_ids: string[]
}

interface TakenDown {
  /** Whether visitors saw any of the images. */
  isVisible: boolean
  /** The named one first, then the others of its bytes that were not kept down. */
  ids: number[]
}

/**
 * Takes an image down with all others of the same bytes, of any contributor, in the transaction of the decision:
 * their addresses answer 410, a job that starts at once moves their files to where no address leads, and their pictures
 * are refused from now on (decision 0070). Copies at the CDN are deleted at once.
 */
export async function takeDown(transaction: Database, id: number, { reason, by }: TakeDown): Promise<TakenDown> {
  const images = await lockTwins(transaction, id)
  if (!images.length) return { isVisible: false, ids: [] }
  const ids = images.map((image) => image.id)
  // Visitors never saw what waits beside them, and no one has decided about it.
  await enqueueImageFileRemoval(transaction, await clearEdits(transaction, ids))
  await setTakenDown(transaction, ids)
  const hashes = [...new Set(images.map(({ sha256 }) => sha256))]
  const others = await imagesWithWaitingFile(transaction, hashes)
  await enqueueImageFileRemoval(transaction, await takeEditFiles(transaction, others))
  await blockPictures(transaction, hashes, { reason, blockedBy: by })
  const toMove: FilesToMove = { hashes, cloudflare_ids: images.map(({ cloudflare_id }) => cloudflare_id) }
  await addJob(transaction, 'quarantine_files', toMove)
  const isVisible = await syncReadModel(transaction, ids)
  await enqueueSync(transaction)
  return { isVisible, ids: [id, ...images.flatMap((one) => (one.id === id || one.is_kept_down ? [] : one.id))] }
}

/** Bytes that have to be where they were before their images are shown again. */
export interface FileToRelease {
  sha256: string
}

/** Brings back the images of these bytes that no decision keeps down, once a job has brought back their files. */
export async function reinstate(transaction: Database, id: number): Promise<void> {
  const [image] = await lockTwins(transaction, id)
  if (image) await addJob(transaction, 'release_files', { sha256: image.sha256 } satisfies FileToRelease)
}
