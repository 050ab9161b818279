import { type Insertable, type Selectable, sql } from 'kysely'
import { enqueueFileRemoval, filesLeft, keepStoredFiles, type RecordedFiles } from '#features/files/stored-files.sql'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import type { Tables } from '#schema'
import { derivativesFolder, sharedKeys } from './storage-keys.ts'

/** What an image gets with another file; the `cloudflare_id` is a new one, since browsers keep the old pictures. */
export type NewImageFile = { image_id: number } & Required<
  Pick<Insertable<Tables['images']>, 'sha256' | 'file_name' | 'rights_version' | 'rights_at' | 'cloudflare_id'>
>

/** What the keys of an image's files are derived from. */
export type ImageFile = Pick<Selectable<Tables['images']>, 'sha256' | 'cloudflare_id'>

/** Whether an owner would have the same bytes twice, also by a file that waits for review. */
export const isOwnTwinError = (error: unknown) => violatedUniqueConstraint(error) === 'images_owner_sha256'

/**
 * Gives images other files and returns what they had; the addresses of public ones, and of those that are hidden, go on
 * working. Returns undefined, and leaves the transaction aborted, when an owner has these bytes already.
 */
export async function setFiles(db: Database, files: NewImageFile[]): Promise<ImageFile[] | undefined> {
  try {
    const { rows } = await sql<ImageFile>`
      with replaced as (
        update images
        set sha256 = file.sha256, file_name = file.file_name, cloudflare_id = file.cloudflare_id,
          rights_version = file.rights_version, rights_at = file.rights_at, delivery_url = null, updated_at = now()
        from ${recordsOf(files)} join images as old on old.id = image_id
        where images.id = old.id
        returning old.id, coalesce(old.pub_no, old.previous_pub_no) as pub_no, old.sha256, old.cloudflare_id
      ), inserted as (
        insert into former_cloudflare_id (cloudflare_id, image_id)
        select cloudflare_id, id from replaced where pub_no is not null
      )
      select sha256, cloudflare_id from replaced`.execute(db)
    return rows
  } catch (error) {
    if (isOwnTwinError(error)) return undefined
    throw error
  }
}

const recordsOf = (files: NewImageFile[]) => sql`
  jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as file (
    image_id bigint, sha256 text, file_name text, rights_version smallint, rights_at timestamptz, cloudflare_id text
  )`

/**
 * Lets a new file wait for review beside an approved image, and returns those that it replaces. Returns undefined, and
 * leaves the transaction aborted, when the owner has these bytes already.
 */
export async function saveWaitingFile(db: Database, file: NewImageFile): Promise<ImageFile[] | undefined> {
  const replaced = await takeWaitingFiles(db, [file.image_id])
  try {
    await sql`
      with saved as (
        insert into waiting_edit (
          image_id, owner_id, fields, sha256, file_name, rights_version, rights_at, cloudflare_id
        )
        select image_id, owner_id, '{}', file.sha256, file.file_name, file.rights_version, file.rights_at,
          file.cloudflare_id
        from ${recordsOf([file])} join images on id = image_id
        on conflict (image_id) do update set
          owner_id = excluded.owner_id, sha256 = excluded.sha256, file_name = excluded.file_name,
          rights_version = excluded.rights_version, rights_at = excluded.rights_at,
          cloudflare_id = excluded.cloudflare_id
        returning image_id
      )
      update images set edit_waiting_since = clock_timestamp() from saved where id = image_id`.execute(db)
    return replaced
  } catch (error) {
    if (isOwnTwinError(error)) return undefined
    throw error
  }
}

/** Takes the files out of the edits that wait beside these images. */
export async function takeWaitingFiles(db: Database, imageIds: number[]): Promise<NewImageFile[]> {
  if (!imageIds.length) return []
  // Triggers count the bytes of each owner; their rows are locked in one order, so that transactions cannot deadlock.
  await sql`
    select from storage_use
    where owner_id in (select owner_id from waiting_edit where image_id = any(${imageIds}::bigint[]))
    order by owner_id for update`.execute(db)
  const { rows } = await sql<NewImageFile>`
    update waiting_edit
    set owner_id = null, sha256 = null, file_name = null, rights_version = null, rights_at = null,
      cloudflare_id = null
    from (
      select image_id, sha256, file_name, rights_version, rights_at, cloudflare_id from waiting_edit
      where image_id = any(${imageIds}::bigint[]) and sha256 is not null
    ) as waiting
    where waiting_edit.image_id = waiting.image_id
    returning waiting.*`.execute(db)
  return rows
}

/** The file of this address that waits for review, which only its owner and the admins may see. */
export async function waitingFileByCloudflareId(db: Database, cloudflare_id: string) {
  const query = db
    .selectFrom('waiting_edit')
    .innerJoin('file', 'file.sha256', 'waiting_edit.sha256')
    .select(['file.sha256', 'width', 'height', 'preview_version'])
    .select(sql<null>`null::int`.as('pub_no'))
    .where('cloudflare_id', '=', cloudflare_id)
  const [file] = await executeNamed(db, 'waiting_file_by_cloudflare_id', query)
  return file
}

/** Takes the files out of edits, which leave with them where they have nothing else. */
export async function withdrawWaitingFiles(db: Database, imageIds: number[]): Promise<ImageFile[]> {
  const withdrawn = await takeWaitingFiles(db, imageIds)
  const ids = withdrawn.map(({ image_id }) => image_id)
  if (ids.length)
    await sql`
      with emptied as (
        delete from waiting_edit where image_id = any(${ids}::bigint[]) and fields = '{}' returning image_id
      )
      update images
      set edit_waiting_since = case when id not in (select image_id from emptied) then clock_timestamp() end
      where id = any(${ids}::bigint[])`.execute(db)
  return withdrawn
}

/** Records files that their images no longer have, or that no longer wait beside them. */
export function enqueueImageFileRemoval(db: Database, images: ImageFile[]): Promise<void> {
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
export async function useCount(db: Database, sha256: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from images where sha256 = ${sha256})
      + (select count(*) from waiting_edit where sha256 = ${sha256}) as count`.execute(db)
  return rows[0]!.count
}
