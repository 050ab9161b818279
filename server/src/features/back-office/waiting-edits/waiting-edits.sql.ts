import {
  type ImageFieldName,
  type ImageFieldValues,
  imageFieldNames,
  type WaitingFields,
} from '@vitrine/contract/image-fields'
import { sql } from 'kysely'
import type { AddedImage, ImageChanges } from '#features/images/images.sql'
import { allRows, changedRows, type Database } from '#kit/database/statements'

/** The editable fields that are columns of `images`; keywords are rows of their own. */
const columnFields = imageFieldNames.filter((name) => name !== 'keywords')
const columnOf = (name: ImageFieldName) => sql.ref(name === 'category' ? 'category_id' : name)
const columnSelection = columnFields.map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`)

/** The editable fields of `images`, each under its name, with the edit that waits beside them. */
export const fieldSelection = sql`${sql.join(columnSelection)},
  array(select name from image_keyword join keyword on keyword.id = keyword_id
    where image_id = images.id order by position) as keywords,
  edit as waiting`

/** Whether visitors could ever get an image, by its licence of that time. */
export const wasPublic = sql`publish_no is not null as was_public`

export interface StoredFields extends ImageFieldValues {
  waiting: WaitingFields | null
}

interface EditableRow extends StoredFields, Pick<AddedImage, 'id' | 'edit_at' | 'publish_no'> {
  was_public: boolean
  has_waiting_file: boolean
}

/** What can be edited of these images, which the caller has locked. */
export async function storedFields(db: Database, ids: number[]) {
  const rows = await allRows<EditableRow>(db)`
    select images.id, ${fieldSelection}, ${wasPublic},
      edit_at, publish_no, edit_sha256 is not null as has_waiting_file
    from images where id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
}

const columns = sql.join(columnFields.map(columnOf))

/** Stores changes of their own in the columns of each of these images; what is not named stays. */
export const updateEachImage = (db: Database, images: { id: number; changes: ImageChanges }[]) => changedRows(db)`
  update images set (${columns}) = (select ${columns} from jsonb_populate_record(images, changes)), updated_at = now()
  from jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as row (id bigint, changes jsonb)
  where images.id = row.id`
