import type { Caller } from '@vitrine/contract/caller'
import type { ImageFieldValues } from '@vitrine/contract/image-fields'
import { enqueueImageFileRemoval, setFiles } from '#features/images/files-of-images.sql'
import { setKeywordsOfEach } from '#features/images/images.sql'
import { clearEdits, saveWaitingEdits, takeEditFiles } from '#features/images/visibility/edits.sql'
import { rewriteImageWords } from '#features/search/words/image-words'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { idsOf } from '../edit-rules.ts'
import { changedFields, type FieldEdit, fromWaitingFields, isEmpty, toWaitingFields } from '../field-values.ts'
import { type StoredFields, storedFields, updateEachImage } from './waiting-edits.sql.ts'

/** The fields of an image as visitors see them, and the edit that waits beside it, if one does. */
export interface EditableImage {
  id: number
  fields: FieldEdit
  waiting: FieldEdit
  hasWaitingFile: boolean
  waitingSince: Date | null
  /** Whether visitors could ever get it. */
  wasPublic: boolean
  publishNumber: number | null
}

/** These images, which the caller has locked, with their current fields. */
export async function readEditable<Image extends { id: number }>(db: Database, images: Image[]) {
  const stored = await storedFields(db, idsOf(images))
  return images.map((image): Image & EditableImage => {
    const { waiting, has_waiting_file, edit_at, was_public, publish_no, ...fields } = stored.get(image.id)!
    return {
      ...image,
      fields,
      waiting: fromWaitingFields(waiting ?? {}),
      hasWaitingFile: has_waiting_file,
      waitingSince: edit_at,
      wasPublic: was_public,
      publishNumber: publish_no,
    }
  })
}

/** The fields that a person goes on editing: contributors their waiting edit, admins what visitors see. */
export const fieldsSeenBy = ({ role }: Caller, { waiting, ...fields }: StoredFields): ImageFieldValues =>
  role === 'admin' || !waiting ? fields : { ...fields, ...fromWaitingFields(waiting) }

export const hasWaitingEdit = ({ waiting, hasWaitingFile }: EditableImage) => hasWaitingFile || !isEmpty(waiting)

export const isChangedBy =
  (edit: FieldEdit) =>
  ({ fields }: EditableImage) =>
    !isEmpty(changedFields(edit, fields))

/** Stores what is proposed, without what images have already; an empty edit is deleted. Returns how many are stored. */
export async function proposeEdits<Image extends EditableImage>(
  db: Database,
  images: Image[],
  proposedFor: (image: Image) => FieldEdit,
): Promise<number> {
  const proposals = images
    .map((image) => ({ ...image, proposed: changedFields(proposedFor(image), image.fields) }))
    .filter(({ proposed, waiting }) => !isSameEdit(proposed, waiting))
  const isStored = ({ proposed, hasWaitingFile }: (typeof proposals)[number]) => hasWaitingFile || !isEmpty(proposed)
  const stored = proposals.filter(isStored)
  const edits = stored.map(({ id, proposed }) => ({ image_id: id, fields: toWaitingFields(proposed) }))
  await saveWaitingEdits(db, edits)
  await clearEdits(db, idsOf(proposals.filter((proposal) => !isStored(proposal))))
  return stored.length
}

const isSameEdit = (one: FieldEdit, other: FieldEdit) =>
  isEmpty(changedFields(one, other)) && isEmpty(changedFields(other, one))

/** Gives these images the files of their waiting edits, before the words; the old files leave the store later. */
export async function applyWaitingFiles(db: Database, images: EditableImage[]): Promise<void> {
  const ids = idsOf(images.filter(({ hasWaitingFile }) => hasWaitingFile))
  if (!ids.length) return
  const replaced = await setFiles(db, await takeEditFiles(db, ids))
  if (!replaced) throw fail('changed_meanwhile')
  await enqueueImageFileRemoval(db, replaced)
}

/** Writes the words of the waiting edits of these images into them, whose addresses stay, and deletes the edits. */
export async function applyWaitingWords(db: Database, images: EditableImage[]): Promise<void> {
  const words = images.map(({ id, waiting }) => ({ id, edit: waiting }))
  await writeFieldsOfEach(db, words)
  await clearEdits(db, idsOf(images))
}

/** Ends the edits of these images; their files leave the store later. */
export async function dropWaitingEdits(db: Database, images: { id: number }[]): Promise<void> {
  const files = await clearEdits(db, idsOf(images))
  if (files.length) await enqueueImageFileRemoval(db, files)
}

/** Stores edits of images, and the words that find them; what an edit leaves empty may have a new file name. */
export async function writeFieldsOfEach(db: Database, images: { id: number; edit: FieldEdit }[]): Promise<void> {
  if (!images.length) return
  const edited = images.filter(({ edit }) => !isEmpty(edit))
  const rows = edited.map(({ id, edit: { keywords: _, category, ...texts } }) => ({
    id,
    changes: { ...texts, ...(category !== undefined && { category_id: category }) },
  }))
  if (rows.length) await updateEachImage(db, rows)
  const tagged = images.flatMap(({ id, edit: { keywords } }) => (keywords ? [{ id, keywords }] : []))
  if (tagged.length) await setKeywordsOfEach(db, tagged)
  await rewriteImageWords(db, idsOf(images))
}
