import { findLookAlikes } from '#features/images/look-alikes/images-alike'
import type { PerceptualRow } from '#imaging/measures/similarity/perceptual-row'
import { RefusedFile, refusedFile } from '#imaging/refused-file'
import type { Database } from '#kit/database/pool'
import { readBlock, recordRefusedUpload } from './blocked-pictures.sql.ts'

/** A measured file that someone sends. */
export interface SentPicture {
  sha256: string
  /** Null where no pixel is visible. */
  perceptualRow: PerceptualRow | null
  owner_id: number
}

/**
 * Throws RefusedFile for a picture that was taken down and for its copies, mirrored or turned ones included, unless an
 * admin allows it to this person. One in other colours may be a drawing of someone else.
 */
export async function refuseCopiesOfBlocked(db: Database, picture: SentPicture): Promise<void> {
  const { sha256, perceptualRow, owner_id } = picture
  const { has_blocked, is_blocked, is_allowed } = await readBlock(db, sha256, owner_id)
  if (!has_blocked || is_allowed) return
  const alike = is_blocked || !perceptualRow ? [] : await findLookAlikes(db, perceptualRow, 'blocked_picture')
  const original = alike.find(({ hasOtherColours }) => !hasOtherColours)
  if (!is_blocked && !original) return
  if (!(await recordRefusedUpload(db, picture, original?.sha256 ?? sha256))) return refuseCopiesOfBlocked(db, picture)
  throw refusedFile('taken_down')
}

/**
 * Throws RefusedFile in the transaction that stores a picture, where its bytes were blocked since they were compared.
 * Comes after `saveFile`, whose row a take-down locks: one of the two waits for the other.
 */
export async function assertNotBlocked(
  transaction: Database,
  { sha256, owner_id }: Pick<SentPicture, 'sha256' | 'owner_id'>,
): Promise<void> {
  const { is_blocked, is_allowed } = await readBlock(transaction, sha256, owner_id)
  if (is_blocked && !is_allowed) throw refusedFile('taken_down')
}

/** Records what such a transaction has refused, once it is rolled back. */
export const recordRefusal =
  (db: Database, picture: SentPicture) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof RefusedFile) await refuseCopiesOfBlocked(db, picture)
    throw error
  }
