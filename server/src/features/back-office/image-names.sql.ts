import { sql } from 'kysely'
import { isListedFor } from '#features/images/images.sql'
import { type Database, oneValue } from '#kit/database/statements'
import type { ImageNames } from './image-names.ts'

/** `owner` null means all owners; drafts are those of `draftsOf` alone; `file_name_key` is the rule of `pathKey`. */
export function selectNamed(
  { owner, draftsOf }: { owner: number | null; draftsOf?: number | undefined },
  { ids, slugs, files }: ImageNames,
  perFile: number,
) {
  const own = sql`${isListedFor(draftsOf)} and (${owner}::bigint is null or owner_id = ${owner})`
  return sql<{ id: number; file: string | null }>`
    select id, null as file from images where images.id = any(${ids}::bigint[]) and ${own}
    union
    select id, null from images where slug = any(${slugs}::text[]) and ${own}
    union
    select matching.id, requested.file from unnest(${files}::text[]) as requested (file)
    cross join lateral (
      select id from images
      where file_name_key(file_name) = file_name_key(requested.file) and ${own} limit ${sql.lit(perFile)}
    ) as matching`
}

/** Images of one file name that come first; the others are among those that its words find. */
const maxPerFile = 50

export async function selectNamedIds(db: Database, owner: number | null, names: ImageNames): Promise<number[]> {
  const named = selectNamed({ owner, draftsOf: owner ?? undefined }, names, maxPerFile)
  return oneValue<number[]>(db)`
    select to_json(array(select distinct id from (${named}) as named)) as ids`
}
