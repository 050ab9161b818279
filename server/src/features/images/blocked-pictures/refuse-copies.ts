import { findLookAlikes } from '#features/images/look-alikes/images-alike'
import type { PerceptualRow } from '#imaging/measures/similarity/perceptual-row'
import { RefusedFile, refusedFile } from '#imaging/refused-file'
import type { Database } from '#kit/database/statements'
import { readBlock, recordRefusedUpload, type SentFile } from './blocked-pictures.sql.ts'

/** Throws RefusedFile for mirrored and turned copies too; one in other colours may be a drawing of someone else. */
export async function refuseCopiesOfBlocked(db: Database, file: SentFile, row: PerceptualRow | null): Promise<void> {
  const { has_blocked, is_blocked, is_allowed } = await readBlock(db, file)
  if (!has_blocked || is_allowed) return
  const alike = is_blocked || !row ? [] : await findLookAlikes(db, row, 'blocked_picture')
  const original = alike.find(({ hasOtherColours }) => !hasOtherColours)
  if (!is_blocked && !original) return
  if (!(await recordRefusedUpload(db, file, original?.sha256 ?? file.sha256)))
    return refuseCopiesOfBlocked(db, file, row)
  throw refusedFile('taken_down')
}

/** Throws RefusedFile where bytes were blocked since; comes after `saveFile`, whose row a take-down locks. */
export async function assertNotBlocked(transaction: Database, file: SentFile): Promise<void> {
  const { is_blocked, is_allowed } = await readBlock(transaction, file)
  if (is_blocked && !is_allowed) throw refusedFile('taken_down')
}

/** Records what such a transaction has refused, once it is rolled back. */
export const recordRefusal =
  (db: Database, file: SentFile, row: PerceptualRow | null) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof RefusedFile) await refuseCopiesOfBlocked(db, file, row)
    throw error
  }
