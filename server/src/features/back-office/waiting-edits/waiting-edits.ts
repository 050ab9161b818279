import type { Caller } from '@vitrine/contract/caller'
import type { ImageFieldValues } from '@vitrine/contract/image-fields'
import type { Database } from '#kit/database/pool'
import { idsOf } from '../edit-rules.ts'
import { changedFields, type FieldEdit, fromWaitingFields, isEmpty, toWaitingFields } from '../field-values.ts'
import { writeFieldsOfEach } from '../write-fields.ts'
import { deleteWaitingEdits, type StoredFields, saveWaitingEdits, storedFields } from './waiting-edits.sql.ts'

/** The fields of an image as visitors see them, and those of the edit that waits beside it, if one does. */
export interface EditableImage {
  id: number
  fields: FieldEdit
  waiting: FieldEdit
}

/** These images, which the caller has locked, with their current fields. */
export async function readEditable<Image extends { id: number }>(db: Database, images: Image[]) {
  const stored = await storedFields(db, idsOf(images))
  return images.map((image): Image & EditableImage => {
    const { waiting, ...fields } = stored.get(image.id)!
    return { ...image, fields, waiting: fromWaitingFields(waiting ?? {}) }
  })
}

/** The fields that a person goes on editing: contributors their waiting edit, admins what visitors see. */
export const fieldsSeenBy = ({ role }: Caller, { waiting, ...fields }: StoredFields): ImageFieldValues =>
  role === 'admin' || !waiting ? fields : { ...fields, ...fromWaitingFields(waiting) }

export const hasWaitingEdit = ({ waiting }: EditableImage) => !isEmpty(waiting)

export const isChangedBy =
  (edit: FieldEdit) =>
  ({ fields }: EditableImage) =>
    !isEmpty(changedFields(edit, fields))

/**
 * Makes what is proposed for each image its waiting edit, without what the image has already; an edit of which nothing
 * is left is deleted. Returns how many were stored.
 */
export async function proposeEdits<Image extends EditableImage>(
  db: Database,
  images: Image[],
  proposedFor: (image: Image) => FieldEdit,
): Promise<number> {
  const proposals = images
    .map((image) => ({ ...image, proposed: changedFields(proposedFor(image), image.fields) }))
    .filter(({ proposed, waiting }) => !isSameEdit(proposed, waiting))
  const nonEmpty = proposals.filter(({ proposed }) => !isEmpty(proposed))
  const edits = nonEmpty.map(({ id, proposed }) => ({ image_id: id, fields: toWaitingFields(proposed) }))
  await saveWaitingEdits(db, edits)
  await deleteWaitingEdits(db, idsOf(proposals.filter(({ proposed }) => isEmpty(proposed))))
  return nonEmpty.length
}

const isSameEdit = (one: FieldEdit, other: FieldEdit) =>
  isEmpty(changedFields(one, other)) && isEmpty(changedFields(other, one))

/** Writes the waiting edits of these images into them; their addresses stay. */
export async function applyWaitingEdits(db: Database, images: EditableImage[]): Promise<void> {
  await writeFieldsOfEach(
    db,
    images.map(({ id, waiting }) => ({ id, edit: waiting })),
  )
  await deleteWaitingEdits(db, idsOf(images))
}
