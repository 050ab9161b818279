import { sql } from 'kysely'
import { ownerLexeme } from '#features/search/words/text-vector'
import type { Database } from '#kit/database/pool'
import { selectNamed } from '../image-names.sql.ts'
import type { ImageNames } from '../image-names.ts'

/** Images of one file name that come first; the others are among those that its words find. */
const maxPerFile = 50

/** Ids of the images that a search names. */
export async function selectNamedIds(db: Database, owner: number | null, names: ImageNames): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select to_json(array(select distinct id from (${selectNamed(owner, names, maxPerFile)}) as named)) as ids`.execute(
    db,
  )
  return rows[0]!.ids
}

/** Restricts a tsquery to the images of an owner; null is all owners. */
export const ofOwner = (owner: number | null, tsquery: string) =>
  owner === null ? tsquery : `${ownerLexeme(owner)} & (${tsquery})`

/**
 * The tsqueries that match an image of the owner, of any status. `materialized`: otherwise PostgreSQL looks
 * for the first match row by row, and reads all rows where there is none.
 */
export async function matchingQueries(db: Database, owner: number | null, tsqueries: string[]): Promise<Set<string>> {
  const scoped = tsqueries.map((tsquery) => ofOwner(owner, tsquery))
  const { rows } = await sql<{ tsquery: string }>`
    select tsquery from unnest(${tsqueries}::text[], ${scoped}::text[]) as input (tsquery, scoped)
    where exists (
      with matching as materialized (select from image_words where words @@ scoped::tsquery) select from matching
    )`.execute(db)
  return new Set(rows.map(({ tsquery }) => tsquery))
}
