import * as limits from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, sql } from 'kysely'
import type { StoredFile } from '#features/images/files/file-facts.sql'
import { allRows, allValues, type Database } from '#kit/database/statements'
import { keyPages, rowCount } from '../keys.sql.ts'

export const fileCount = (db: Database) => rowCount(db, sql`file`)
export const fileHashes = (db: Database) => keyPages(db, sql`file where true`, sql`sha256 collate "C"`)

export interface CheckedFile
  extends Pick<StoredFile, 'sha256' | 'byte_size' | 'width' | 'height' | 'measures_version' | 'preview_version'> {
  has_findings: boolean
  /** Whether the kinds of its findings are listed, without those that were overruled. */
  has_open_findings: boolean
  /** Whether nothing in it can be seen, so that it has no perceptual row. */
  is_empty: boolean
  has_perceptual_row: boolean
  /** The images that have it or are to get it, as in findings. */
  images: string
}

/** The files that an image has, or is to get. */
export const checkedFiles = (db: Database, hashes: string[]) => allRows<CheckedFile>(db)`
  select sha256, byte_size, width, height, measures_version, preview_version, findings is not null as has_findings,
    open_findings is not distinct from case when findings is not null then array(
      select finding ->> 'kind' from jsonb_array_elements(findings) with ordinality as found (finding, place)
      where not overruled ? (finding ->> 'kind') order by place
    ) end as has_open_findings,
    coalesce(findings @> '[{"kind":"nothing_to_see"}]', false) as is_empty,
    exists (select from perceptual_row where perceptual_row.sha256 = file.sha256) as has_perceptual_row, images
  from file join lateral (
    select string_agg(format('image %s (%s, of %s)', image_id, slug, username), ', ' order by image_id) as images
    from (
      select id as image_id, slug, owner_id from images where images.sha256 = file.sha256 and taken_down_at is null
      union select id, slug, owner_id from images where edit_sha256 = file.sha256
    ) as holder join users on users.id = holder.owner_id
  ) as holders on images is not null
  where sha256 = any(${hashes}) order by sha256`

export const avatarOwners = (db: Database) => keyPages(db, sql`users where image is not null`, sql`id`)

export const avatarsOf = (db: Database, ids: string[]) => allRows<{ id: number; username: string; image: string }>(db)`
  select id, username, image from users where image is not null and id = any(${ids}::bigint[]) order by id`

/** Has a cover made again. */
export const forgetCover = (db: Database, cover: string) =>
  sql`update highlight_set set cover = null where cover = ${cover}`.execute(db)

/** Those that the nightly job does not remove yet. */
const current = sql`
  derivative where last_requested_on > (now() at time zone 'utc')::date - ${sql.lit(limits.derivativeDays - 1)}::int`

export const derivativeCount = (db: Database) => rowCount(db, current)
export const derivativeKeys = (db: Database) => keyPages(db, current, sql`key collate "C"`)

export const derivativesOf = (db: Database, keys: string[]) =>
  allRows<{ key: string; byte_size: number | null }>(db)`
    select key, byte_size from ${current} and key = any(${keys}) order by key`

/** What a key says that its file belongs to. */
export interface KeyedFile {
  key: string
  kind: 'file' | 'image' | 'avatar' | 'cover' | 'unknown'
  /** The hash of a file, the address of an image, or the name of an avatar or of a cover. */
  name: string
  /** The key by which it leaves together with others; null where it leaves alone. */
  folder: string | null
}

/** The keys of those to which no row belongs, nor one that has their removal to come. */
export const keysWithoutRow = (db: Database, files: KeyedFile[]) =>
  selectKeys(db, files, sql`not exists (select from unowned_file where unowned_file.key = stored.key)`)

/** The keys of those to which no row belongs, beside one of their own removal. */
export const filesWithoutOwner = (db: Database, files: KeyedFile[]) => selectKeys(db, files, sql`true`)

const selectKeys = (db: Database, files: KeyedFile[], condition: RawBuilder<unknown>) => allValues<string>(db)`
  select key
  from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as stored (key text, kind text, name text, folder text)
  where not case kind
    when 'file' then exists (select from file where sha256 = name)
    when 'image' then exists (select from images where cloudflare_id = name)
      or exists (select from former_cloudflare_id where cloudflare_id = name)
      or exists (select from images where edit_cloudflare_id = name)
      or exists (select from unowned_file where unowned_file.key = folder)
    when 'avatar' then exists (select from users where image = name)
    when 'cover' then exists (select from highlight_set where cover = name)
    else false
  end
  and ${condition}
  order by key`
