import { type Insertable, type Selectable, sql } from 'kysely'
import {
  enqueueFileRemoval,
  filesLeft,
  keepStoredFiles,
  type RecordedFiles,
} from '#features/images/files/unowned-files.sql'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import { allRows, type Database, executeNamed, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'
import { derivativesFolder, sharedKeys } from './storage-keys.ts'

/** What an image gets with another file; the `cloudflare_id` is a new one, since browsers keep the old pictures. */
export type NewImageFile = { image_id: number } & Required<
  Pick<Insertable<Tables['images']>, 'sha256' | 'file_name' | 'rights_version' | 'rights_at' | 'cloudflare_id'>
>

/** What the keys of an image's files are derived from. */
export type ImageFile = Pick<Selectable<Tables['images']>, 'sha256' | 'cloudflare_id'>

/** Whether an owner would have the same bytes twice. */
export const isOwnDuplicateError = (error: unknown) => violatedUniqueConstraint(error) === 'images_owner_sha256'

/** Addresses go on working. Undefined, and the transaction aborted, where an owner has these bytes already. */
export async function setFiles(db: Database, files: NewImageFile[]): Promise<ImageFile[] | undefined> {
  try {
    return await allRows<ImageFile>(db)`
      with replaced as (
        update images
        set sha256 = file.sha256, file_name = file.file_name, cloudflare_id = file.cloudflare_id,
          rights_version = file.rights_version, rights_at = file.rights_at, delivery_url = null, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as file (
          image_id bigint, sha256 text, file_name text, rights_version smallint, rights_at timestamptz,
          cloudflare_id text
        ) join images as old on old.id = image_id
        where images.id = old.id
        returning old.id, old.status, old.sha256, old.cloudflare_id
      ), inserted as (
        insert into former_cloudflare_id (cloudflare_id, image_id)
        select cloudflare_id, id from replaced where status = 'approved'
      )
      select sha256, cloudflare_id from replaced`
  } catch (error) {
    if (isOwnDuplicateError(error)) return undefined
    throw error
  }
}

/** The file of this address that waits for review, which only its owner and the admins may see. */
export async function waitingFileByCloudflareId(db: Database, cloudflare_id: string) {
  const query = db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'edit_sha256')
    .select(['file.sha256', 'width', 'height', 'preview_version'])
    .select(sql<null>`null::int`.as('pub_no'))
    .where('edit_cloudflare_id', '=', cloudflare_id)
  const [file] = await executeNamed(db, 'waiting_file_by_cloudflare_id', query)
  return file
}

/** Records files that their images no longer have, or that no longer wait beside them. */
export function enqueueImageFileRemoval(db: Database, images: ImageFile[]) {
  const files = images.flatMap(({ cloudflare_id, sha256 }) => [
    [derivativesFolder(cloudflare_id), null] as const,
    ...sharedKeys(sha256).map((key) => [key, sha256] as const),
  ])
  return enqueueFileRemoval(db, new Map(files))
}

/** Keeps the files of these bytes, which now have an image. Throws `unavailable` when some may have left. */
export async function keepImageFiles(transaction: Database, sha256: string, recorded: RecordedFiles): Promise<void> {
  // Another image of the same bytes has kept the files.
  if ((await keepStoredFiles(transaction, recorded)) || (await useCount(transaction, sha256)) > 1) return
  throw filesLeft(sha256)
}

/** How many images have these bytes or are to get them, those in the trash included. */
export const useCount = (db: Database, sha256: string) => oneValue<number>(db)`
  select (select count(*) from images where sha256 = ${sha256})
    + (select count(*) from images where edit_sha256 = ${sha256}) as count`
