import { sql } from 'kysely'
import { isListed } from '#features/images/images.sql'
import type { ImageNames } from './image-names.ts'

/** `fileNameKey` in SQL, in step with the index `images_file_name`. */
export const fileNameKeyColumn = sql`regexp_replace(lower(file_name), '\\.png$', '')`

/** Selects the ids of images with one of these names, at most `perFile` of a file name; `owner` null is all owners. */
export function selectNamed(owner: number | null, { ids, slugs, files }: ImageNames, perFile: number) {
  const own = sql`${isListed} and (${owner}::bigint is null or owner_id = ${owner})`
  return sql<{ id: number }>`
    select id from images where images.id = any(${ids}::bigint[]) and ${own}
    union
    select id from images where slug = any(${slugs}::text[]) and ${own}
    union
    select matching.id from unnest(${files}::text[]) as requested (file)
    cross join lateral (
      select id from images where ${fileNameKeyColumn} = requested.file and ${own} limit ${sql.lit(perFile)}
    ) as matching`
}
