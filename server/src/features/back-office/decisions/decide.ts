import type { RejectionFields, StatusSubject } from '@vitrine/contract/calls/back-office/images'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { setStatus } from '#features/images/visibility/states.sql'
import type { Database } from '#kit/database/pool'
import { idsOf } from '../edit-rules.ts'
import { isEmpty } from '../field-values.ts'
import {
  applyWaitingFiles,
  applyWaitingWords,
  dropWaitingEdits,
  type EditableImage,
  hasWaitingEdit,
} from '../waiting-edits/waiting-edits.ts'
import { decisionReason, newlyDecidedIds } from './decision-rules.ts'
import { type DecisionBefore, lastRejections, recordDecisions } from './decisions.sql.ts'

type Decidable = EditableImage & { status: ImageStatus }
/** `by` is null for the operator's command line. */
type StatusDecision = RejectionFields & { by: number | null; status: ImageStatus; decides?: StatusSubject | undefined }

/** Whether a status is about the edit that waits beside an image, which stays approved. */
export const isAboutEdit = (image: Decidable, decides?: StatusSubject) =>
  decides !== 'image' && image.status === 'approved' && hasWaitingEdit(image)

/**
 * Sets the status of images, or applies or drops the edits beside approved ones, which as pending go on waiting.
 * Returns the images that are changed by it, and the act by which it can be undone, if it can. What is public no longer
 * has no version for an edit to wait beside, so the edit is applied.
 */
export async function decideImages(
  db: Database,
  images: Decidable[],
  { by, status, decides, ...why }: StatusDecision,
): Promise<{ ids: number[]; act?: number | undefined }> {
  const aboutImage = images.filter((image) => !isAboutEdit(image, decides))
  const edits = status === 'pending' ? [] : images.filter((image) => isAboutEdit(image, decides))
  const changed = aboutImage.filter((image) => image.status !== status)
  const applied = status === 'approved' ? edits : changed.filter(hasWaitingEdit)
  const dropped = status === 'approved' ? [] : edits
  // Lock order: the owners' bytes before the image counts, before the keywords, as an upload takes them.
  await applyWaitingFiles(db, applied)
  if (changed.length) await setStatus(db, idsOf(changed), status)
  await applyWaitingWords(db, applied)
  await dropWaitingEdits(db, dropped)

  const reason = decisionReason(status, why)
  const rejections = await lastRejections(db, idsOf(aboutImage))
  const decidedIds = new Set(newlyDecidedIds(aboutImage, { status, ...reason }, rejections))
  const movesFiles = [...applied, ...dropped].some(({ hasWaitingFile }) => hasWaitingFile)
  const decided = [...aboutImage.filter(({ id }) => decidedIds.has(id)), ...edits].map((image) => ({
    id: image.id,
    about_edit: edits.includes(image),
    before: by === null || movesFiles ? null : beforeOf(image),
  }))
  const act = await recordDecisions(db, decided, { by, status, ...reason })
  return { ids: idsOf([...changed, ...applied.filter((image) => edits.includes(image))]), act }
}

/** What the decision replaces: the status, and the words where an edit waits, which may be applied or dropped. */
const beforeOf = ({ status, publishNumber, fields, waiting, waitingSince }: Decidable): DecisionBefore => ({
  status,
  publish_no: publishNumber,
  edit: isEmpty(waiting) ? null : { fields, waiting, since: waitingSince },
})
