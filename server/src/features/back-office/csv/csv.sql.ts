import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Names of images as a table says them. */
export interface ImageNames {
  ids: number[]
  slugs: string[]
  /** In lower case, without `.png`. */
  files: string[]
}

/** Of an image, as 0006-back-office.ts indexes it. */
const fileNameKeyColumn = sql`regexp_replace(lower(file_name), '\\.png$', '')`

/**
 * Images that bear one of these names; `owner` null looks among everybody's. Of those that share a file's name two are
 * enough to say that it names none.
 */
export async function imagesByName(db: Database, owner: number | null, { ids, slugs, files }: ImageNames) {
  const own = sql`deleted_at is null and (${owner}::bigint is null or owner_id = ${owner})`
  const { rows } = await sql<NamedImage>`
    with named as (
      select id from images where images.id = any(${ids}::bigint[]) and ${own}
      union
      select id from images where slug = any(${slugs}::text[]) and ${own}
      union
      select found.id from unnest(${files}::text[]) as said (file)
      cross join lateral (select id from images where ${fileNameKeyColumn} = said.file and ${own} limit 2) as found
    )
    select images.id, version, slug, ${fileNameKeyColumn} as file, title, description, category_id,
      coalesce((select array_agg(name order by position) from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id), '{}') as keywords
    from images join named using (id)`.execute(db)
  return rows
}

export interface NamedImage {
  id: number
  version: number
  slug: string
  file: string
  title: string
  description: string
  category_id: number | null
  keywords: string[]
}

/** These images in this order, with all that a table says of them. */
export async function exportRows(db: Database, ids: number[]) {
  const { rows } = await sql<ExportRow>`
    select images.id, slug, file_name, title, description, category_id, status,
      coalesce((select string_agg(name, ', ' order by position) from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id), '') as keywords
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join images using (id)
    order by place`.execute(db)
  return rows
}

interface ExportRow {
  id: number
  slug: string
  file_name: string
  title: string
  description: string
  category_id: number | null
  status: string
  keywords: string
}
