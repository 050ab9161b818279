import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database'

/** Names of images as a table says them. */
export interface Names {
  ids: number[]
  slugs: string[]
  /** In lower case, without `.png`. */
  files: string[]
}

/** Images that bear one of these names; `owner` null looks among everybody's. */
export async function imagesNamed(db: Database, owner: number | null, { ids, slugs, files }: Names) {
  const whose: Expression<SqlBool>[] = owner === null ? [] : [sql`owner_id = ${owner}`]
  const { rows } = await sql<NamedImage>`
    select images.id, owner_id, slug, regexp_replace(lower(file_name), '\\.png$', '') as file,
      title, description, category_id,
      coalesce((select array_agg(name order by position) from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id), '{}') as keywords
    from images
    where ${sql.join([...whose, sql`deleted_at is null`], sql` and `)} and (
      images.id = any(${ids}::bigint[])
      or slug = any(${slugs}::text[])
      or regexp_replace(lower(file_name), '\\.png$', '') = any(${files}::text[])
    )`.execute(db)
  return rows
}

export interface NamedImage {
  id: number
  owner_id: number
  slug: string
  file: string
  title: string
  description: string
  category_id: number | null
  keywords: string[]
}

/** These images in this order, with all that a table says of them. */
export async function tableOf(db: Database, ids: number[]) {
  const { rows } = await sql<TableImage>`
    select images.id, slug, file_name, title, description, category_id, status,
      coalesce((select string_agg(name, ', ' order by position) from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id), '') as keywords
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join images using (id)
    order by place`.execute(db)
  return rows
}

interface TableImage {
  id: number
  slug: string
  file_name: string
  title: string
  description: string
  category_id: number | null
  status: string
  keywords: string
}
