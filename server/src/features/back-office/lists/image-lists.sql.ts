import type { FindingFilter, ListQuery, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { WaitingFields } from '@vitrine/contract/image-fields'
import { type FaultKind, faultKinds } from '@vitrine/contract/measures/findings'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#kit/database/like-pattern'
import type { Database } from '#kit/database/pool'

/** The status, owner and open findings that a list is filtered by; `owner` null is all owners. */
export interface ImageList {
  name: StatusFilter
  owner: number | null
  finding?: FindingFilter | undefined
}

const size = limits.managedImagesPerPage

type PageQuery = Pick<ListQuery, 'page' | 'order' | 'username'>

/**
 * How many images of a list that is not filtered by findings have its status, as triggers maintain it in `image_count`.
 */
export async function listLength(db: Database, list: ImageList, username = '') {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count), 0)::bigint as n from image_count
    where ${hasStatus(list)} and ${isOwned(list, username)}`.execute(db)
  return rows[0]!.n
}

/** How many approved images with a waiting edit a list holds; only the pending one has any beside its own. */
export async function waitingEditCount(db: Database, list: ImageList, username = '') {
  if (list.name !== 'pending') return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from images
    where edit_waiting_since is not null and deleted_at is null and ${isOwned(list, username)}`.execute(db)
  return rows[0]!.n
}

/**
 * The ids of one page. A page beyond the middle is read from the other end, so that OFFSET skips at most half of the
 * list: at most 6 ms with 100,000 images.
 */
export async function pageIds(db: Database, list: ImageList, { page, order, username }: PageQuery, count: number) {
  const start = (page - 1) * size
  if (start >= count) return []
  const length = Math.min(size, count - start)
  const fromEnd = start > count / 2
  const offset = fromEnd ? count - start - length : start
  const { rows } = await sql<{ id: number }>`
    select id from images where ${listConditions(list, null, username)}
    order by ${byTime((order === 'newest') !== fromEnd)} limit ${length} offset ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return fromEnd ? ids.reverse() : ids
}

const byTime = (newestFirst: boolean) => (newestFirst ? sql`created_at desc, id desc` : sql`created_at, id`)

/** What a list is searched for; an image is found by one of these. */
export interface ListSearch {
  /** What its words match; '' matches none. */
  tsquery: string
  /** Ids of images that the search names; they come first. */
  named: number[]
  /** A part of the title of images whose words an older version did not store; null where there are none. */
  titlePart: string | null
}

/** The images on a page, the length of the list, and how many of it have a waiting edit. */
export interface ListPage {
  ids: number[]
  count: number
  waiting_edits: number
}

/**
 * One page of a searched or filtered list and the number of all matches. These are read first, since PostgreSQL would
 * otherwise walk through the list in its order, and through all of it where few images match.
 */
export async function matchingPage(
  db: Database,
  list: ImageList,
  search: ListSearch | null,
  { page, order, username }: PageQuery,
): Promise<ListPage> {
  const namedFirst = search?.named.length ? sql`id = any(${search.named}::bigint[]) desc, ` : sql``
  const { rows } = await sql<ListPage>`
    with matching as materialized (
      select id, created_at, edit_waiting_since from images where ${listConditions(list, search, username)}
    )
    select
      (select count(*)::int from matching) as count,
      (
        select count(edit_waiting_since)::int from matching where ${sql.lit(list.name === 'pending')}
      ) as waiting_edits,
      to_json(array(
        select id from matching
        order by ${namedFirst}${byTime(order === 'newest')} limit ${size} offset ${(page - 1) * size}
      )) as ids`.execute(db)
  return rows[0]!
}

/** Keyset pagination: the next ids of a list after `last`, in the order of upload. */
export async function idsAfter(db: Database, list: ImageList, search: ListSearch | null, last: number, most: number) {
  const { rows } = await sql<{ id: number }>`
    select id from images where ${listConditions(list, search)} and id > ${last}
    order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of the images in a list. */
export function listConditions(list: ImageList, search: ListSearch | null, username = '') {
  // As an array the ids are looked up in images_listed in one pass, without the rows: half the time of a join.
  const matches = search ? sql`id = any(array(${selectMatching(search)}))` : sql`true`
  return sql`
    deleted_at is null and ${isListed(list)} and ${isOwned(list, username)} and ${hasFinding(list)} and ${matches}`
}

function hasFinding({ finding, owner }: ImageList): RawBuilder<SqlBool> {
  if (!finding) return sql`true`
  const kinds = finding === 'any' ? faultKinds : [finding]
  const files = sql`select sha256 from file where open_findings && ${kinds}::text[]`
  // As an array the files are looked up in images_sha256, without the rows and without a walk through all images. One
  // owner has fewer images than there are such files.
  return owner === null ? sql`sha256 = any(array(${files}))` : sql`sha256 in (${files})`
}

/** Ids of the images that a search finds, in any list. */
function selectMatching({ tsquery, named, titlePart }: ListSearch): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (tsquery) parts.push(sql`select image_id from image_words where words @@ ${tsquery}::tsquery`)
  if (named.length || !parts.length) parts.push(sql`select unnest(${named}::bigint[])`)
  if (titlePart !== null)
    parts.push(sql`
      select id from images join image_words on image_id = id
      where words is null and deleted_at is null and lower(title) like lower(${`%${escapeLike(titlePart)}%`})`)
  return sql.join(parts, sql` union all `)
}

const hasStatus = ({ name }: ImageList): RawBuilder<SqlBool> =>
  name === 'total' ? sql`true` : sql`status = ${sql.lit(name)}`

/** The pending list has all that waits for review, edits of approved images too; in step with migration 0033. */
const isListed = (list: ImageList): RawBuilder<SqlBool> =>
  list.name === 'pending' ? sql`(${hasStatus(list)} or edit_waiting_since is not null)` : hasStatus(list)

/** Conditions on columns that `images` and `image_count` share. */
function isOwned({ owner }: ImageList, username: string): RawBuilder<SqlBool> {
  const all: Expression<SqlBool>[] = [sql`true`]
  if (owner !== null) all.push(sql`owner_id = ${owner}`)
  if (username) all.push(sql`owner_id = (select id from users where lower(username) = lower(${username}))`)
  return sql.join(all, sql` and `) as RawBuilder<SqlBool>
}

/** These images in this order, with all columns that the back office shows. */
export async function managedImages(db: Database, ids: number[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .leftJoin('users as deleter', 'deleter.id', 'images.deleted_by')
    .selectAll('file')
    .selectAll('images')
    .select('deleter.username as deleter')
    .select(['users.username', 'users.first_name', 'users.last_name', 'users.email'])
    .select((eb) => [
      sql<WaitingFields | null>`(select fields from waiting_edit where image_id = images.id)`.as('waiting'),
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', keyword.id, 'name', keyword.name) order by position)
        from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id), '[]')`.as('keywords'),
      eb
        .selectFrom('decision')
        .whereRef('image_id', '=', 'images.id')
        .where('images.status', '=', 'rejected')
        .where('decision.status', '=', 'rejected')
        .where('about_edit', '=', false)
        .orderBy('decision.id', 'desc')
        .limit(1)
        .select(sql<Rejection>`json_build_object('reason', reason, 'note', note, 'at', at)`.as('last'))
        .as('rejection'),
      sql<OverruledRow[]>`coalesce((
        select json_agg(json_build_object('kind', kind, 'reason', reason, 'by', overruler.username, 'at', at))
        from overruled_finding left join users as overruler on overruler.id = overruled_by
        where overruled_finding.sha256 = images.sha256), '[]')`.as('overruled'),
    ])
    .where('images.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface OverruledRow {
  kind: FaultKind
  reason: string
  by: string | null
  at: string
}

/** `at` as PostgreSQL writes a time into JSON. */
interface Rejection {
  reason: string | null
  note: string
  at: string
}
