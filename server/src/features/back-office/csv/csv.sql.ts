import type { ImageFieldValues } from '@vitrine/contract/image-fields'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { fieldColumns } from '../field-columns.ts'

/** Names that the rows of a table give their images. */
export interface ImageNames {
  ids: number[]
  slugs: string[]
  /** In lower case, without `.png`. */
  files: string[]
}

/** The expression that migration 0006 indexes; `fileNameKey` in csv-changes.ts computes the same. */
const fileNameKeyColumn = sql`regexp_replace(lower(file_name), '\\.png$', '')`

const columnSelection = fieldColumns.map(({ name, column }) => sql`${sql.ref(column)} as ${sql.ref(name)}`)

const fieldSelection = sql`${sql.join(columnSelection)},
  coalesce((select array_agg(name order by position) from image_keyword join keyword on keyword.id = keyword_id
    where image_id = images.id), '{}') as keywords`

/**
 * Images with one of these names; `owner` null searches all owners. Of images with the same file name two are returned,
 * which is enough to know that the name is ambiguous.
 */
export async function imagesByName(db: Database, owner: number | null, { ids, slugs, files }: ImageNames) {
  const own = sql`deleted_at is null and (${owner}::bigint is null or owner_id = ${owner})`
  const { rows } = await sql<NamedImage>`
    with named as (
      select id from images where images.id = any(${ids}::bigint[]) and ${own}
      union
      select id from images where slug = any(${slugs}::text[]) and ${own}
      union
      select matching.id from unnest(${files}::text[]) as requested (file)
      cross join lateral (
        select id from images where ${fileNameKeyColumn} = requested.file and ${own} limit 2
      ) as matching
    )
    select images.id, version, slug, ${fileNameKeyColumn} as file, ${fieldSelection}
    from images join named using (id)`.execute(db)
  return rows
}

export interface NamedImage extends ImageFieldValues {
  id: number
  version: number
  slug: string
  file: string
}

/** All columns of the export, for these images in this order. */
export async function exportRows(db: Database, ids: number[]) {
  const { rows } = await sql<ExportRow>`
    select images.id, slug, file_name, status, ${fieldSelection}
    from unnest(${ids}::bigint[]) with ordinality as listed (id, place)
    join images using (id)
    order by place`.execute(db)
  return rows
}

interface ExportRow extends ImageFieldValues {
  id: number
  slug: string
  file_name: string
  status: string
}
