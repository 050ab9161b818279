import type { ImageStatus, Keyword } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { hasVisiblePage, isNamed } from '#features/accounts/users/users.sql'
import { isListed as isListedImage } from '#features/images/images.sql'
import { repeatsLast, type SearchPage } from '#features/search/page'
import { allRows, allValues, type Database, executeNamed, oneRow, oneValue } from '#kit/database/statements'

export const cardsJson = async (db: Database, page: Pick<SearchPage, 'pubNos' | 'costs'>): Promise<string> =>
  (await readPageCards(db, page)).map(({ json }) => json).join(',')

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

type UsedKeyword = Keyword & { count: number }

/** Keywords by use, from the one after the keyword `after` on (keyset pagination); `without` are in lower case. */
export function usedKeywords(
  db: Database,
  { first, after, without }: { first: number; after?: number; without: string[] },
): Promise<UsedKeyword[]> {
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

export const imageBySlug = (db: Database, slug: string) =>
  db
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

export const wasTakenDown = (db: Database, slug: string) => oneValue<boolean>(db)`
  select exists (select from images where slug = ${slug} and taken_down_at is not null)`

export async function contributorWithPage(db: Database, username: string) {
  const query = db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'image'])
    .where(isNamed('username', username))
    .where(hasVisiblePage)
  const [contributor] = await executeNamed(db, 'contributor_with_page', query)
  return contributor
}

/** The newest first. Their number, kept by triggers, tells without a scan whether the page is past the end. */
export async function imagesOfContributor(db: Database, ownerId: number, page: number): Promise<SearchPage> {
  const offset = (page - 1) * limits.imagesPerPage
  const found = await oneRow<{ count: number; pub_nos: number[] }>(db, 'images_of_contributor')`
    with counted as materialized (
      select coalesce(sum(count), 0)::int as count from image_count
      where owner_id = ${ownerId}::bigint and status = 'approved'
    )
    select count, case when count > ${offset}::int then array(
      select pub_no from images where owner_id = ${ownerId}::bigint and pub_no is not null
      order by pub_no desc limit ${limits.imagesPerPage} offset ${offset}::int
    ) else '{}' end as pub_nos
    from counted`
  return { count: found.count, pubNos: found.pub_nos }
}

export const cardsOfImages = (db: Database, ids: number[]) => allValues<string>(db, 'cards_of_images')`
  select json from published join card using (pub_no) where image_id = any(${ids}::bigint[])
  order by array_position(${ids}::bigint[], image_id::bigint)`

export function approvedImages(db: Database, ids: number[]) {
  const query = db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .select(['images.id', 'slug', 'title', 'licence', 'credit', 'created_at', 'file.sha256', 'byte_size'])
    .select(['images.ai_made', 'file.source', 'file.source_place', 'file.source_generator'])
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('images.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('pub_no', 'is not', null)
    .orderBy(sql`array_position(${ids}::bigint[], images.id)`)
  return executeNamed(db, 'approved_images', query)
}

export type ApprovedImage = Awaited<ReturnType<typeof approvedImages>>[number]

// What sitemaps list.

/** The ranges of `size` publish numbers that hold an image, counted from 1; one index lookup for each. */
export const nonEmptyRanges = (db: Database, size: number) => allValues<number>(db)`
  select at from generate_series(1, (select coalesce(max(pub_no), 0) / ${size}::int + 1 from published)) as at
  where exists (select from published where pub_no > (at - 1) * ${size}::bigint and pub_no <= at * ${size}::bigint)
  order by at`

export const publishedBetween = (db: Database, above: number, upTo: number) =>
  allRows<{ pub_no: number; slug: string; cloudflare_id: string; updated_at: Date }>(db)`
    select published.pub_no, slug, cloudflare_id, updated_at from published join images on images.id = image_id
    where published.pub_no > ${above}::bigint and published.pub_no <= ${upTo}::bigint
    order by published.pub_no`

/** Images that a tag needs to be in the sitemap: pages of fewer are of little use to those who search. */
const leastUses = 5

export const usedTags = (db: Database, limit: number) => allRows<{ name: string }>(db)`
  select name from keyword where uses >= ${leastUses} order by name limit ${limit}`

export const contributorsWithImages = (db: Database, limit: number) => allRows<{ username: string }>(db)`
  select username from users
  where ${hasVisiblePage} and exists (
    select from image_count where owner_id = users.id and status = 'approved' and count > 0
  )
  order by id limit ${limit}`
