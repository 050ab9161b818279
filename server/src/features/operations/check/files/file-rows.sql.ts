import { sql } from 'kysely'
import type { StoredFile } from '#features/images/files/files.sql'
import type { Database } from '#kit/database/pool'
import { allRows } from '#kit/database/statements'
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
