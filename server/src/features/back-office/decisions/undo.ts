import { liveImages, lockImagesWithOwners } from '#features/images/images.sql'
import { saveWaitingEdits } from '#features/images/visibility/edits.sql'
import { restoreStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { toWaitingFields } from '../field-values.ts'
import { type Actor, recordImageEvent } from '../image-audit.ts'
import { writeFieldsOfEach } from '../write-fields.ts'
import { deleteLastDecisions, undoableImages } from './decisions.sql.ts'

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
    await restoreStatus(
      transaction,
      undone.map(({ id, before }) => ({ ...before, id })),
    )
    await writeFieldsOfEach(
      transaction,
      edits.map(({ id, fields }) => ({ id, edit: fields })),
    )
    await saveWaitingEdits(
      transaction,
      edits.map(({ id, waiting, since }) => ({ image_id: id, fields: toWaitingFields(waiting), since })),
    )
    await recordImageEvent(transaction, 'decision undone', caller, images)
    const isVisible = await syncReadModel(transaction, ids)
    const after = await liveImages(transaction, ids).execute()
    return { isVisible, images: after.map(({ id, version }) => ({ id, version })) }
  })
