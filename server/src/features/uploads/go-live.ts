import { randomInt } from 'node:crypto'
import { isContradicted } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { Config } from '#config'
import { readBlock } from '#features/blocked-pictures/blocked-pictures.sql'
import { type AddedImage, beginSamples, lockImagesWithOwners, setStatus } from '#features/images/images.sql'
import { findLookAlikes } from '#features/look-alikes/files-alike'
import { imagesLikeImage } from '#features/look-alikes/images-alike'
import { syncReadModel } from '#features/publishing/read-model'
import { trustOf } from '#features/trust/trust'
import type { Database } from '#kit/database/pool'
import { publishedState, recordGoingLive } from './go-live.sql.ts'
import type { PreparedImage } from './ingest.ts'

export interface GoLiveDeps {
  db: Database
  config: Pick<Config, 'TRUSTED_UPLOADS' | 'TRUSTED_SAMPLE_PERCENT'>
}

type WaitingImage = Pick<
  AddedImage,
  'id' | 'owner_id' | 'sha256' | 'status' | 'pub_no' | 'open_findings' | 'ai_made' | 'source'
>

/**
 * Publishes what a trusted contributor has uploaded, unless something about it is for a reviewer to judge; a sample
 * drawn at random stays in the review queue (requirements: #trust). It waits already, so that where this fails it goes
 * on waiting. Returns its new state; undefined where it waits.
 */
export async function goLive(
  { db, config }: GoLiveDeps,
  image: WaitingImage,
  perceptualRow: PreparedImage['perceptualRow'],
): Promise<Pick<AddedImage, 'status' | 'pub_no'> | undefined> {
  if (config.TRUSTED_UPLOADS !== 'live' || image.status !== 'pending' || !isUnsuspicious(image)) return undefined
  if ((await levelOf(db, image)) !== 'trusted' || (await resembles(db, image, perceptualRow))) return undefined
  return db.transaction().execute(async (transaction) => {
    const [locked] = await lockImagesWithOwners(transaction, [image.id])
    // Again, under the lock: a report may have been upheld meanwhile.
    if (locked?.status !== 'pending' || (await levelOf(transaction, image)) !== 'trusted') return undefined
    await setStatus(transaction, [image.id], 'approved')
    await recordGoingLive(transaction, image.id)
    if (randomInt(100) < config.TRUSTED_SAMPLE_PERCENT) await beginSamples(transaction, [image.id])
    await syncReadModel(transaction, [image.id])
    return publishedState(transaction, image.id)
  })
}

const levelOf = async (db: Database, { owner_id }: WaitingImage) => (await trustOf(db, { id: owner_id }))?.level

/** Nothing was found in it, and its file does not contradict what is said of AI. */
const isUnsuspicious = (image: WaitingImage) => image.open_findings?.length === 0 && !isContradicted(image)

/** Whether it looks like another picture or a blocked one, in other colours too, or was refused as a copy once. */
async function resembles(db: Database, image: WaitingImage, row: PreparedImage['perceptualRow']): Promise<boolean> {
  const { has_blocked, is_allowed } = await readBlock(db, image.sha256, image.owner_id)
  if (!row || is_allowed) return true
  if (has_blocked && (await findLookAlikes(db, row, 'blocked_picture')).length > 0) return true
  return (await imagesLikeImage(db, image.id, image.owner_id)).length > 0
}
