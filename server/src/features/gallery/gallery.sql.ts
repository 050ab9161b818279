import type { ImageStatus, Keyword } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import { hasVisiblePage } from '#features/accounts/users/users.sql'
import { isListed as isListedImage } from '#features/images/images.sql'
import { repeatsLast, type SearchPage } from '#features/search/page'
import type { Database } from '#kit/database/pool'
import { allRows, oneValue } from '#kit/database/statements'

/** The stored cards of a page, joined as the elements of a JSON array. */
export async function cardsJson(db: Database, page: Pick<SearchPage, 'pubNos' | 'costs'>): Promise<string> {
  return (await readPageCards(db, page)).map(({ json }) => json).join(',')
}

/** The stored cards of a page in its order, repeated titles last. */
export async function readPageCards(db: Database, { pubNos, costs }: Pick<SearchPage, 'pubNos' | 'costs'>) {
  const cards = await readCards(db, pubNos)
  const ordered = costs ? repeatsLast(pubNos, costs, (pubNo) => cards.get(pubNo)?.title_key) : pubNos
  return ordered.flatMap((pubNo) => cards.get(pubNo) ?? [])
}

/** By publish number; read in index order, so that each page of the table is fetched once. */
export async function readCards(db: Database, pubNos: number[]) {
  if (!pubNos.length) return new Map<number, StoredCard>()
  const rows = await allRows<StoredCard>(db, 'read_cards')`
    select pub_no, json, title_key from card where pub_no = any(${pubNos}::int[]) order by pub_no desc`
  return new Map(rows.map((row) => [row.pub_no, row]))
}

interface StoredCard {
  pub_no: number
  json: string
  title_key: number
}

/** A keyword with the number of approved images that have it. */
type UsedKeyword = Keyword & { count: number }

interface KeywordPage {
  first: number
  after?: number
  /** Names in lower case that are left out. */
  without: string[]
}

/**
 * Keywords of approved images, the most used first, from the one after the keyword `after` on (keyset pagination: each
 * reply costs the same, and none of them repeats a keyword).
 */
export function usedKeywords(db: Database, { first, after, without }: KeywordPage): Promise<UsedKeyword[]> {
  const isListed = sql`uses > 0 and lower(name) <> all(${without}::text[])`
  if (after === undefined)
    return allRows<UsedKeyword>(db, 'used_keywords')`
      select id, name, uses as count from keyword where ${isListed} order by uses desc, id limit ${first}::int`
  // As two ranges of the index: a comparison of both columns at once would read all keywords that are used as often.
  return allRows<UsedKeyword>(db, 'used_keywords_after')`
    with last as (select id, uses from keyword where id = ${after}::bigint and uses > 0)
    select id, name, uses as count from (
      (select id, name, uses from keyword
       where ${isListed} and uses = (select uses from last) and id > (select id from last)
       order by uses desc, id limit ${first}::int)
      union all
      (select id, name, uses from keyword
       where ${isListed} and uses < (select uses from last)
       order by uses desc, id limit ${first}::int)
    ) following
    order by uses desc, id limit ${first}::int`
}

/** A listed image, with its contributor's public name, whatever its status. */
export function imageBySlug(db: Database, slug: string) {
  return db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .selectAll('file')
    .selectAll('images')
    .select(['users.username', 'users.first_name', 'users.last_name', hasVisiblePage.as('has_visible_page')])
    .where('slug', '=', slug)
    .where(isListedImage)
    .$narrowType<{ status: ImageStatus }>()
    .executeTakeFirst()
}

export const wasTakenDown = (db: Database, slug: string) => oneValue<boolean>(db)`
  select exists (select from images where slug = ${slug} and taken_down_at is not null)`
