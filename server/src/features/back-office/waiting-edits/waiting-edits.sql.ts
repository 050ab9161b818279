import type { ImageFieldValues, WaitingFields } from '@vitrine/contract/image-fields'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { fieldColumns } from '../field-columns.ts'

const columnSelection = fieldColumns.map(({ name, column }) => sql`${sql.ref(column)} as ${sql.ref(name)}`)

/** The editable fields of `images`, each under its name, with the edit that waits beside them. */
export const fieldSelection = sql`${sql.join(columnSelection)},
  array(select name from image_keyword join keyword on keyword.id = keyword_id
    where image_id = images.id order by position) as keywords,
  (select fields from waiting_edit where image_id = images.id) as waiting`

/** Whether visitors could ever get an image, by its licence of that time. */
export const wasPublic = sql`(
  coalesce(pub_no, previous_pub_no) is not null or exists (
    select from decision where decision.image_id = images.id and decision.status = 'approved'
  )) as was_public`

export interface StoredFields extends ImageFieldValues {
  waiting: WaitingFields | null
}

/** What can be edited of these images, which the caller has locked. */
export async function storedFields(db: Database, ids: number[]) {
  const { rows } = await sql<StoredFields & { id: number; was_public: boolean; has_waiting_file: boolean }>`
    select images.id, ${fieldSelection}, ${wasPublic},
      exists (select from waiting_edit where image_id = images.id and sha256 is not null) as has_waiting_file
    from images where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
}

export interface WaitingEdit {
  image_id: number
  fields: WaitingFields
}

/** Stores edits, each in the place of the one that waits beside its image. */
export async function saveWaitingEdits(db: Database, edits: WaitingEdit[]): Promise<void> {
  if (!edits.length) return
  await sql`
    with saved as (
      insert into waiting_edit (image_id, fields)
      select image_id, fields
      from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as row (image_id bigint, fields jsonb)
      on conflict (image_id) do update set fields = excluded.fields
      returning image_id
    )
    update images set edit_waiting_since = clock_timestamp() from saved where id = image_id`.execute(db)
}

export async function deleteWaitingEdits(db: Database, imageIds: number[]): Promise<void> {
  if (!imageIds.length) return
  await sql`
    with deleted as (delete from waiting_edit where image_id = any(${imageIds}::bigint[]))
    update images set edit_waiting_since = null
    where id = any(${imageIds}::bigint[]) and edit_waiting_since is not null`.execute(db)
}
