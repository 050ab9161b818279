import type { Keyword } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/** The stored cards in the order of these publish numbers, joined as the elements of a JSON array. */
export async function cardsJson(db: Database, pubNos: number[]): Promise<string> {
  return (await readCards(db, pubNos)).join(',')
}

/** The stored cards in the order of these publish numbers. */
export async function readCards(db: Database, pubNos: number[]): Promise<string[]> {
  const byNumber = await readCardsByNumber(db, pubNos)
  return pubNos.flatMap((pubNo) => byNumber.get(pubNo) ?? [])
}

/** Read in index order, so that each page is fetched once. */
export async function readCardsByNumber(db: Database, pubNos: number[]): Promise<Map<number, string>> {
  if (!pubNos.length) return new Map()
  const rows = await executeNamed(
    db,
    'read_cards',
    sql<{ pub_no: number; json: string }>`
    select pub_no, json from card where pub_no = any(${pubNos}::int[]) order by pub_no desc`,
  )
  return new Map(rows.map((row) => [row.pub_no, row.json]))
}

/**
 * Keywords of approved images, the most used first, from the one after the keyword `after` on (keyset pagination: each
 * reply costs the same, and none of them repeats a keyword).
 */
export function usedKeywords(db: Database, { first, after }: { first: number; after?: number }): Promise<Keyword[]> {
  if (after === undefined)
    return executeNamed(
      db,
      'used_keywords',
      sql<Keyword>`select id, name from keyword where uses > 0 order by uses desc, id limit ${first}::int`,
    )
  // As two ranges of the index: a comparison of both columns at once would read all keywords that are used as often.
  return executeNamed(
    db,
    'used_keywords_after',
    sql<Keyword>`
    with last as (select id, uses from keyword where id = ${after}::bigint and uses > 0)
    select id, name from (
      (select id, name, uses from keyword
       where uses > 0 and uses = (select uses from last) and id > (select id from last)
       order by uses desc, id limit ${first}::int)
      union all
      (select id, name, uses from keyword
       where uses > 0 and uses < (select uses from last)
       order by uses desc, id limit ${first}::int)
    ) following
    order by uses desc, id limit ${first}::int`,
  )
}

/** An image that is not in the trash, with its contributor's public name, whatever its status. */
export function imageBySlug(db: Database, slug: string) {
  return db
    .selectFrom('images')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .selectAll('images')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
