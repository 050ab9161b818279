import { setKeywords, setKeywordsOfEach, updateImages } from '#features/images/images.sql'
import { rewriteImageWords } from '#features/search/words/image-words'
import type { Database } from '#kit/database/pool'
import { idsOf, toImageColumns } from './edit-rules.ts'
import { type FieldEdit, isEmpty } from './field-values.ts'
import { updateEachImage } from './write-fields.sql.ts'

/** Stores an edit in these images, and the words by which the back office finds them. */
export async function writeFields(db: Database, ids: number[], edit: FieldEdit): Promise<void> {
  if (!ids.length || isEmpty(edit)) return
  await updateImages(db, ids, toImageColumns(edit))
  if (edit.keywords) await setKeywords(db, ids, edit.keywords)
  await rewriteImageWords(db, ids)
}

/** Stores keywords of its own for each of these images. */
export async function writeKeywords(db: Database, images: { id: number; keywords: string[] }[]): Promise<void> {
  if (!images.length) return
  const ids = idsOf(images)
  await updateImages(db, ids, {})
  await setKeywordsOfEach(db, images)
  await rewriteImageWords(db, ids)
}

/** Stores an edit of its own in each of these images, all at once; what it leaves empty may have a new file name. */
export async function writeFieldsOfEach(db: Database, images: { id: number; edit: FieldEdit }[]): Promise<void> {
  if (!images.length) return
  const edited = images.filter(({ edit }) => !isEmpty(edit))
  if (edited.length)
    await updateEachImage(
      db,
      edited.map(({ id, edit }) => ({ id, changes: toImageColumns(edit) })),
    )
  const tagged = images.flatMap(({ id, edit: { keywords } }) => (keywords ? [{ id, keywords }] : []))
  if (tagged.length) await setKeywordsOfEach(db, tagged)
  await rewriteImageWords(db, idsOf(images))
}
