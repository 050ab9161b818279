import {
  type ListFilters,
  type ListQuery,
  listFilterNames,
  type OwnFilter,
} from '@vitrine/contract/calls/back-office/lists'
import { faultKinds } from '@vitrine/contract/measures/findings'
import { categories } from '@vitrine/contract/vocabulary/categories'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isKept, isListed } from '#features/images/images.sql'
import { ownerLexeme } from '#features/search/words/image-words'
import { allRows, allValues, type Database, oneRow } from '#kit/database/statements'

/** The images that a list holds: of a status and an owner, null being all owners, that pass its filters. */
export interface ImageList {
  /** Of drafts, no list is of all owners. */
  name: OwnFilter
  owner: number | null
  filters: ListFilters & { edited_with?: number | undefined }
}

const size = limits.managedImagesPerPage

type PageQuery = Pick<ListQuery, 'page' | 'order'>

/** The length of a list without filters but the contributor, by counts that triggers keep. */
export const queueLength = (db: Database, list: ImageList) => oneRow<Omit<ListPage, 'ids'>>(db)`
  select (n + waiting_edits)::int as count, waiting_edits
  from (select coalesce(sum(count), 0) as n from image_count where ${hasStatus(list)} and ${isOwned(list)}) as counted
  cross join (
    select count(*)::int as waiting_edits from images
    where ${sql.lit(list.name === 'pending')} and edit_at is not null and ${isListed} and ${isOwned(list)}
  ) as edited`

/** Whether a page has to be found among the facets of all images. */
export const needsMatching = (list: ImageList, { page, order }: PageQuery) =>
  hasFilters(list) || (order === 'downloads' && (page > maxDownloadPage || !mayHaveDownloads.includes(list.name)))

/** A page by downloads is chosen from twice as many images as there are up to its end; beyond this page from all. */
const maxDownloadPage = 20
/** Of other lists hardly an image is published, and all that are would be read in vain. */
const mayHaveDownloads: OwnFilter[] = ['total', 'approved']

/** Besides the contributor, by whom everything is counted. */
export const hasFilters = ({ filters }: ImageList) =>
  listFilterNames.some((name) => name !== 'username' && filters[name] !== undefined)

/** Indexes lead through these orders. */
const indexedOrders = {
  newest: { table: 'images', key: sql`created_at`, id: sql`id`, isDescending: true },
  oldest: { table: 'images', key: sql`created_at`, id: sql`id`, isDescending: false },
  title: { table: 'image_facet', key: sql`title_key`, id: sql`image_id`, isDescending: false },
  size: { table: 'image_facet', key: sql`byte_size`, id: sql`image_id`, isDescending: true },
}

/** A page beyond the middle is read from the other end: OFFSET skips at most half, in 6 ms with 100,000 images. */
export async function pageIds(db: Database, list: ImageList, { page, order }: PageQuery, count: number) {
  const start = (page - 1) * size
  if (start >= count) return []
  if (order === 'downloads') return mostDownloaded(db, list, start)
  const { table, key, id, isDescending } = indexedOrders[order]
  const length = Math.min(size, count - start)
  const fromEnd = start > count / 2
  const offset = fromEnd ? count - start - length : start
  const direction = isDescending !== fromEnd ? sql`desc` : sql`asc`
  const ids = await allValues<number>(db)`
    select ${id} as id from ${sql.table(table)}
    where ${table === 'images' ? isInOfImages(list) : isIn(list)} and ${isOwned(list)}
    order by ${key} ${direction}, ${id} ${direction} limit ${length} offset ${offset}`
  return fromEnd ? ids.reverse() : ids
}

/** No index follows downloads, but the first N by them are among the N most downloaded and the N newest images. */
async function mostDownloaded(db: Database, list: ImageList, start: number) {
  const isInList = sql`${isIn(list)} and ${isOwned(list)}`
  return allValues<number>(db)`
    select image_id as id from (
      (select image_id from published join image_facet using (image_id)
      where downloads > 0 and ${isInList}
      order by downloads desc fetch first ${start + size} rows with ties)
      union
      (select image_id from image_facet where ${isInList} order by image_id desc limit ${start + size})
    ) as candidate left join published using (image_id)
    order by coalesce(downloads, 0) desc, image_id desc limit ${size} offset ${start}`
}

/** What a list is searched for; an image is found by one of these. */
export interface ListSearch {
  /** What its words match; '' matches none. */
  tsquery: string
  /** Ids of images that the search names; they come first. */
  named: number[]
}

/** The images on a page, the length of the list, and how many of it are public. */
export interface ListPage {
  ids: number[]
  count: number
  waiting_edits: number
}

/** Edits of words are listed by their own age, so that those that came together stand together. */
const matchingOrders = ({ flag }: ListFilters) => ({
  newest: { key: ageOf(flag), by: sql`key desc, image_id desc` },
  oldest: { key: ageOf(flag), by: sql`key, image_id` },
  title: { key: sql`title_key`, by: sql`key, image_id` },
  size: { key: sql`byte_size`, by: sql`key desc, image_id desc` },
  downloads: { key: sql`null`, by: sql`coalesce(downloads, 0) desc, image_id desc` },
})
const ageOf = (flag: ListFilters['flag']) => (flag === 'words_edited' ? sql`edit_at` : sql`created_at`)

/** All matches are read first: PostgreSQL would otherwise walk through the whole list where few images match. */
export async function matchingPage(
  db: Database,
  list: ImageList,
  search: ListSearch | null,
  { page, order }: PageQuery,
): Promise<ListPage> {
  const namedFirst = search?.named.length ? sql`image_id = any(${search.named}::bigint[]) desc, ` : sql``
  const { key, by } = matchingOrders(list.filters)[order]
  const joined = order === 'downloads' ? sql`left join published using (image_id)` : sql``
  return oneRow<ListPage>(db)`
    with matching as materialized (
      select image_id, edit_at, ${key} as key from image_facet where ${listConditions(list, search)}
    )
    select (select count(*)::int from matching) as count, (
        select count(*)::int from matching where edit_at is not null and ${sql.lit(list.name === 'pending')}
      ) as waiting_edits,
      to_json(array(
        select image_id from matching ${joined} order by ${namedFirst}${by} limit ${size} offset ${(page - 1) * size}
      )) as ids`
}

/** All images of a list with their versions, as far as bulk calls go, the newest first. */
export const selectedImages = (db: Database, list: ImageList, search: ListSearch | null) =>
  allRows<{ id: number; version: number }>(db)`
    select id, version from images where id in (
      select image_id from image_facet where ${listConditions(list, search)}
      order by created_at desc, image_id desc limit ${sql.lit(limits.selectedImages)}
    )
    order by created_at desc, id desc`

/** Keyset pagination: the next ids of a list after `last`, in the order of upload. */
export const idsAfter = (db: Database, list: ImageList, search: ListSearch | null, last: number, most: number) =>
  allValues<number>(db)`
    select image_id from image_facet where ${listConditions(list, search)} and image_id > ${last}
    order by image_id limit ${most}`

function listConditions(list: ImageList, search: ListSearch | null) {
  // As an array the ids are looked up in one pass: half the time of a join.
  const matches = search ? sql`image_id = any(array(${selectMatching(search)}))` : sql`true`
  return sql`${isIn(list)} and ${isOwned(list)} and ${facetConditions(list.filters)} and ${matches}`
}

/** Of the rows of `images` in a list, which its indexes then find. */
export function imageConditions(list: ImageList): RawBuilder<SqlBool> {
  const passes = hasFilters(list)
    ? sql`exists (select from image_facet where image_id = images.id and ${facetConditions(list.filters)})`
    : sql`true`
  return sql`${isInOfImages(list)} and ${isOwned(list)} and ${passes}`
}

const hasStatus = ({ name }: ImageList): RawBuilder<SqlBool> =>
  name === 'total' ? sql`status <> 'draft'` : sql`status = ${sql.lit(name)}`

/** The pending list has all that waits for review, edits of approved images too; in step with `images_waiting`. */
const isIn = (list: ImageList): RawBuilder<SqlBool> =>
  list.name === 'pending' ? sql`(${hasStatus(list)} or edit_at is not null)` : hasStatus(list)

/** The same of rows of `images`, in step with its partial indexes. */
const isInOfImages = (list: ImageList): RawBuilder<SqlBool> =>
  list.name === 'total' ? isListed : sql`${isKept} and ${isIn(list)}`

/** Conditions on columns that `images`, `image_facet` and `image_count` share. */
function isOwned({ owner, filters: { username } }: ImageList): RawBuilder<SqlBool> {
  const all: Expression<SqlBool>[] = [sql`true`]
  if (owner !== null) all.push(sql`owner_id = ${owner}`)
  if (username) all.push(sql`owner_id = (select id from users where lower(username) = lower(${username}))`)
  return sql.join(all, sql` and `) as RawBuilder<SqlBool>
}

const flagged = {
  overruled: sql<SqlBool>`is_overruled`,
  live_by_level: sql<SqlBool>`
    exists (select from decision where decision.image_id = image_facet.image_id and is_automatic)`,
  words_edited: sql<SqlBool>`
    edit_at is not null and not exists (select from images where id = image_id and edit_sha256 is not null)`,
}

function facetConditions(filters: ImageList['filters']): RawBuilder<SqlBool> {
  const { finding, category, transparency, licence, ai, keywords, flag, age, reason, edited_with } = filters
  const all: Expression<SqlBool>[] = [sql`true`]
  if (finding) all.push(sql`open_findings && ${finding === 'any' ? faultKinds : [finding]}::text[]`)
  if (category === 'none') all.push(sql`category_id is null`)
  else if (category) all.push(sql`category_id = ${categoryId(category)}`)
  if (transparency) all.push(sql`transparency = ${transparency}`)
  if (licence) all.push(sql`licence = ${licence}`)
  if (ai) all.push(sql`ai = ${ai}`)
  if (keywords) all.push(sql`not has_keywords`)
  if (flag) all.push(flagged[flag])
  if (age === 'older') all.push(sql`created_at < now() - interval '1 month'`)
  else if (age) all.push(sql`created_at >= now() - ${sql.lit(`1 ${age}`)}::interval`)
  if (edited_with)
    all.push(sql`
      (owner_id, date_trunc('minute', edit_at)) =
        (select owner_id, date_trunc('minute', edit_at) from image_facet where image_id = ${edited_with})`)
  if (reason) all.push(sql`reason = ${reason}`)
  return sql.join(all, sql` and `) as RawBuilder<SqlBool>
}

const categoryId = (value: string) => categories.find((category) => category.value === value)!.id

/** Ids of the images that a search finds, in any list. */
function selectMatching({ tsquery, named }: ListSearch): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (tsquery) parts.push(sql`select image_id from image_words where words @@ ${tsquery}::tsquery`)
  if (named.length || !parts.length) parts.push(sql`select unnest(${named}::bigint[])`)
  return sql.join(parts, sql` union all `)
}

export const ofOwner = (owner: number | null, tsquery: string) =>
  owner === null ? tsquery : `${ownerLexeme(owner)} & (${tsquery})`

/** `materialized`: PostgreSQL would otherwise look for the first match row by row, and read all where there is none. */
export async function matchingQueries(db: Database, owner: number | null, tsqueries: string[]): Promise<Set<string>> {
  const scoped = tsqueries.map((tsquery) => ofOwner(owner, tsquery))
  const matching = await allValues<string>(db)`
    select tsquery from unnest(${tsqueries}::text[], ${scoped}::text[]) as input (tsquery, scoped)
    where exists (
      with matching as materialized (select from image_words where words @@ scoped::tsquery) select from matching
    )`
  return new Set(matching)
}
