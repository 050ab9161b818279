import type { WaitingFields } from '@vitrine/contract/image-fields'
import { sql } from 'kysely'
import { allRows, type Database } from '#kit/database/statements'
import type { ImageFile, NewImageFile } from '../files-of-images.sql.ts'

interface WaitingEdit {
  image_id: number
  fields: WaitingFields
  /** Left out for an edit of now. */
  since?: Date | string | null
}

/** Stores edits, each in the place of the one that waits beside its image. */
export async function saveWaitingEdits(db: Database, edits: WaitingEdit[]): Promise<void> {
  if (!edits.length) return
  await sql`
    update images set edit = fields, edit_at = coalesce(since, clock_timestamp())
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as row (image_id bigint, fields jsonb, since timestamptz)
    where id = image_id`.execute(db)
}

/** Lets a new file wait for review beside an approved image, and returns the one that it replaces. */
export async function saveEditFile(db: Database, file: NewImageFile): Promise<ImageFile[]> {
  const rows = await allRows<ImageFile>(db)`
    update images set edit = coalesce(edit, '{}'), edit_at = clock_timestamp(), edit_sha256 = ${file.sha256},
      edit_file_name = ${file.file_name}, edit_cloudflare_id = ${file.cloudflare_id},
      edit_rights_version = ${file.rights_version}, edit_rights_at = ${file.rights_at}
    where id = ${file.image_id}
    returning old.edit_sha256 as sha256, old.edit_cloudflare_id as cloudflare_id`
  return rows.filter(hasFile)
}

const hasFile = ({ sha256 }: ImageFile) => sha256 !== null

const noEditFile = sql`
  edit_sha256 = null, edit_file_name = null, edit_cloudflare_id = null, edit_rights_version = null,
  edit_rights_at = null`

/** Takes the files out of the edits of these images, which end where they have nothing else. */
export const takeEditFiles = (db: Database, imageIds: number[]) => allRows<NewImageFile>(db)`
  update images set edit = nullif(edit, '{}'), edit_at = case when edit <> '{}' then clock_timestamp() end,
    ${noEditFile}
  where id = any(${imageIds}::bigint[]) and edit_sha256 is not null
  returning id as image_id, old.edit_sha256 as sha256, old.edit_file_name as file_name,
    old.edit_rights_version as rights_version, old.edit_rights_at as rights_at,
    old.edit_cloudflare_id as cloudflare_id`

/** Ends the edits of these images, and returns the files that leave with them. */
export async function clearEdits(db: Database, imageIds: number[]): Promise<ImageFile[]> {
  const rows = await allRows<ImageFile>(db)`
    update images set edit = null, edit_at = null, ${noEditFile}
    where id = any(${imageIds}::bigint[]) and edit is not null
    returning old.edit_sha256 as sha256, old.edit_cloudflare_id as cloudflare_id`
  return rows.filter(hasFile)
}
