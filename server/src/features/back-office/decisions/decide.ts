import type { RejectionFields } from '@vitrine/contract/calls/back-office/images'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { setStatus } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { idsOf } from '../edit-rules.ts'
import {
  applyWaitingFiles,
  applyWaitingWords,
  dropWaitingEdits,
  type EditableImage,
  hasWaitingEdit,
} from '../waiting-edits/waiting-edits.ts'
import { decisionReason, newlyDecidedIds } from './decision-rules.ts'
import { lastRejections, recordDecisions } from './decisions.sql.ts'

type Decidable = EditableImage & { status: ImageStatus }
/** `by` is null for the operator's command line. */
type StatusDecision = RejectionFields & { by: number | null; status: ImageStatus }

/**
 * Sets the status of images and returns those that had another. What is public no longer has no version for an edit to
 * wait beside, so the edit is applied.
 */
export async function decideImages(db: Database, images: Decidable[], { by, status, ...why }: StatusDecision) {
  if (!images.length) return []
  const changed = images.filter((image) => image.status !== status)
  const ids = idsOf(changed)
  if (ids.length) {
    const edited = status === 'approved' ? [] : changed.filter(hasWaitingEdit)
    // Lock order: the owners' bytes before the image counts, before the keywords, as an upload takes them.
    await applyWaitingFiles(db, edited)
    await setStatus(db, ids, status)
    await applyWaitingWords(db, edited)
  }
  const reason = decisionReason(status, why)
  const rejections = await lastRejections(db, idsOf(images))
  const decidedIds = newlyDecidedIds(images, { status, ...reason }, rejections)
  await recordDecisions(db, decidedIds, { by, status, ...reason, about_edit: false })
  return ids
}

/** Applies or drops waiting edits and returns the images that have changed; as pending they go on waiting. */
export async function decideWaitingEdits(db: Database, images: Decidable[], { by, status, ...why }: StatusDecision) {
  if (!images.length || status === 'pending') return []
  const ids = idsOf(images)
  if (status === 'approved') {
    await applyWaitingFiles(db, images)
    await applyWaitingWords(db, images)
  } else await dropWaitingEdits(db, images)
  await recordDecisions(db, ids, { by, status, ...decisionReason(status, why), about_edit: true })
  return status === 'approved' ? ids : []
}
