import { blockPictures, unblockPicture } from '#features/blocked-pictures/blocked-pictures.sql'
import { enqueueSync } from '#features/cdn/sync-worker'
import { enqueueImageFileRemoval, withdrawWaitingFiles } from '#features/images/image-files.sql'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import { imagesToReturn, imagesWithWaitingFile, lockTwins, setTakenDown } from './take-down.sql.ts'

export interface TakeDown {
  /** The reason of a report. */
  reason: string
  /** The admin who decides. */
  by: number
}

/** What the job that moves the files has to know. */
export interface FilesToMove {
  hashes: string[]
  cloudflare_ids: string[]
}

interface TakenDown {
  /** Whether visitors saw any of the images. */
  isVisible: boolean
  /** The others of the same bytes that went with it, also those that were on their way back. */
  others: number[]
}

/**
 * Takes an image down with all others of the same bytes, of any contributor, in the transaction of the decision:
 * their addresses answer 410, a job that starts at once moves their files to where no address leads, and their pictures
 * are refused from now on (decision 0070). Copies at the CDN are deleted at once.
 */
export async function takeDown(transaction: Database, id: number, { reason, by }: TakeDown): Promise<TakenDown> {
  const images = await lockTwins(transaction, id)
  if (!images.length) return { isVisible: false, others: [] }
  const ids = images.map((image) => image.id)
  // Visitors never saw what waits beside them, and no one has decided about it.
  await enqueueImageFileRemoval(transaction, await withdrawWaitingFiles(transaction, ids))
  await setTakenDown(transaction, ids, by)
  const hashes = [...new Set(images.map(({ sha256 }) => sha256))]
  const others = await imagesWithWaitingFile(transaction, hashes)
  await enqueueImageFileRemoval(transaction, await withdrawWaitingFiles(transaction, others))
  await blockPictures(transaction, hashes, { reason, blockedBy: by })
  const toMove: FilesToMove = { hashes, cloudflare_ids: images.map(({ cloudflare_id }) => cloudflare_id) }
  await addJob(transaction, 'quarantine_files', toMove)
  const isVisible = await syncReadModel(transaction, ids)
  await enqueueSync(transaction)
  return { isVisible, others: images.flatMap((one) => (one.id === id || one.is_kept_down ? [] : one.id)) }
}

/** Bytes that have to be where they were before their images are shown again. */
export interface FileToRelease {
  sha256: string
}

/**
 * Brings an image back whose take-down ended, with all others of the same bytes whose did, once a job has brought back
 * their files. One that was in the trash before is there again.
 */
export async function reinstate(transaction: Database, id: number): Promise<void> {
  const [image] = await lockTwins(transaction, id)
  if (!image) return
  const { sha256 } = image
  const ids = await imagesToReturn(transaction, sha256)
  if (!ids.length) return
  await unblockPicture(transaction, sha256, ids)
  const file: FileToRelease = { sha256 }
  await addJob(transaction, 'release_files', file)
}
