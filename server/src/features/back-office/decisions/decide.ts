import type { RejectionFields, StatusSubject } from '@vitrine/contract/calls/back-office/images'
import type { ImageStatus, OwnStatus } from '@vitrine/contract/schemas/image'
import { isReasonAbout } from '@vitrine/contract/vocabulary/rejection-reasons'
import { liveImages, lockImagesWithOwners } from '#features/images/images.sql'
import { saveWaitingEdits } from '#features/images/visibility/edits.sql'
import { restoreStatus, setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { idsOf } from '../edit-rules.ts'
import { isEmpty, toWaitingFields } from '../field-values.ts'
import { type Actor, recordImageEvent } from '../image-audit.ts'
import {
  applyWaitingFiles,
  applyWaitingWords,
  dropWaitingEdits,
  type EditableImage,
  hasWaitingEdit,
  readEditable,
  writeFieldsOfEach,
} from '../waiting-edits/waiting-edits.ts'
import {
  type DecisionBefore,
  type DecisionReason,
  deleteLastDecisions,
  lastRejections,
  recordDecisions,
  undoableImages,
} from './decisions.sql.ts'

type Decidable = EditableImage & { status: OwnStatus }
/** `by` is null for the operator's command line. */
type StatusDecision = RejectionFields & { by: number | null; status: ImageStatus; decides?: StatusSubject | undefined }

/** Whether a status is about the edit that waits beside an image, which stays approved. */
export const isAboutEdit = (image: Decidable, decides?: StatusSubject) =>
  decides !== 'image' && image.status === 'approved' && hasWaitingEdit(image)

/** Decides about images or waiting edits; an edit waits only beside a public image, so without one it is applied. */
export async function decideImages(
  db: Database,
  images: Decidable[],
  { by, status, decides, ...why }: StatusDecision,
): Promise<{ ids: number[]; act?: number | undefined }> {
  const given = status === 'rejected' ? why.reason : undefined
  const subjectOf = (image: Decidable) => (isAboutEdit(image, decides) && !image.hasWaitingFile ? 'words' : 'picture')
  if (given && !images.every((image) => isReasonAbout(given, subjectOf(image)))) throw fail('reason_elsewhere')
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

  // Only a rejection has them.
  const { reason = null, note = '' } = status === 'rejected' ? why : {}
  const rejections = await lastRejections(db, idsOf(aboutImage))
  const newly = newlyDecided(aboutImage, { status, reason, note }, rejections)
  const movesFiles = [...applied, ...dropped].some(({ hasWaitingFile }) => hasWaitingFile)
  const decided = [...newly, ...edits].map((image) => ({
    id: image.id,
    about_edit: edits.includes(image),
    before: by === null || movesFiles ? null : beforeOf(image),
  }))
  const act = await recordDecisions(db, decided, { by, status, reason, note })
  return { ids: idsOf([...changed, ...applied.filter((image) => edits.includes(image))]), act }
}

/** What the decision replaces: the status, and the words where an edit waits, which may be applied or dropped. */
const beforeOf = ({ status, publishNumber, fields, waiting, waitingSince }: Decidable): DecisionBefore => ({
  status,
  publish_no: publishNumber,
  edit: isEmpty(waiting) ? null : { fields, waiting, since: waitingSince },
})

/** Those whose status or reason changes: a repeated rejection without a reason is no new decision. */
function newlyDecided(
  images: Decidable[],
  { status, reason, note }: DecisionReason & { status: ImageStatus },
  lastRejections: Map<number, DecisionReason>,
) {
  const hasNewReason = (id: number) => {
    const last = lastRejections.get(id)
    return (reason !== null || note !== '') && (last?.reason !== reason || last.note !== note)
  }
  return images.filter((image) => image.status !== status || (status === 'rejected' && hasNewReason(image.id)))
}

/** Decides about images for the operator, by the rules of an admin's decision; images deleted meanwhile are skipped. */
export const decideByCommand = (db: Database, imageIds: number[], status: ImageStatus, why: RejectionFields = {}) =>
  db.transaction().execute(async (transaction) => {
    const images = await readEditable(transaction, await lockImagesWithOwners(transaction, imageIds))
    const { ids } = await decideImages(transaction, images, { by: null, status, decides: 'image', ...why })
    if (ids.length) await syncReadModel(transaction, ids)
  })

/** Undoes a decision of the caller (requirements: #decision-undo); returns the versions that the images have then. */
export const undoDecision = (db: Database, caller: Actor, act: number) =>
  db.transaction().execute(async (transaction) => {
    const ids = await undoableImages(transaction, act, caller.id)
    if (!ids.length) throw fail('not_undoable')
    const images = await lockImagesWithOwners(transaction, ids)
    const undone = await deleteLastDecisions(transaction, act)
    if (undone.length < ids.length || images.length < ids.length) throw fail('changed_meanwhile')

    const edits = undone.flatMap(({ id, before: { edit } }) => (edit ? [{ id, ...edit }] : []))
    // Lock order: the image counts before the keywords, as an upload takes them.
    const earlier = undone.map(({ id, before }) => ({ ...before, id }))
    await restoreStatus(transaction, earlier)
    const words = edits.map(({ id, fields }) => ({ id, edit: fields }))
    await writeFieldsOfEach(transaction, words)
    const rows = edits.map(({ id, waiting, since }) => ({ image_id: id, fields: toWaitingFields(waiting), since }))
    await saveWaitingEdits(transaction, rows)
    await recordImageEvent(transaction, 'decision undone', caller, images)
    const isVisible = await syncReadModel(transaction, ids)
    const after = await liveImages(transaction, ids).execute()
    return { isVisible, images: after.map(({ id, version }) => ({ id, version })) }
  })
