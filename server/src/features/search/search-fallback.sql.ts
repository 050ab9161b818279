import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { orientationNumbers } from './inverted-index/orientation.ts'
import { maxTitleWords } from './inverted-index/terms.ts'
import { type SearchPage, type SearchParams, searchOrder, type WordGroup } from './query.ts'

/** The same by plain SQL, over all published images: right at any time, and slow in a large library. */
export async function searchBySql(
  db: Database,
  search: SearchParams,
  terms: WordGroup[],
  page: number,
): Promise<SearchPage> {
  const tag = search.keyword ? await keywordIdOf(db, search.keyword) : null
  if (search.keyword && tag === null) return { count: 0, ids: [] }
  const where = conditions(search, tag, terms)
  const offset = (page - 1) * limits.imagesPerPage
  // A page past the end is known to be empty by the count, so nobody walks a whole index to find nothing.
  const { rows } = await sql<SearchPage>`
    with counted as materialized (select count(*)::int as count from published where ${where})
    select count, case when count > ${offset} then array(
      select pub_no from published where ${where}
      order by ${orderBy(search, terms)} limit ${limits.imagesPerPage} offset ${offset}
    ) else '{}' end as ids from counted`.execute(db)
  return rows[0]!
}

/** Asked for first, so that PostgreSQL knows how common it is when it looks for the best way. */
async function keywordIdOf(db: Database, keyword: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from keyword where lower(name) = lower(${keyword})`.execute(db)
  return rows[0]?.id ?? null
}

function conditions(search: SearchParams, tag: number | null, terms: WordGroup[]): RawBuilder<SqlBool> {
  const { category, colour, orientation, size } = search
  const all: RawBuilder<SqlBool>[] = []
  if (category !== undefined) all.push(sql`category_id = ${category}`)
  if (tag !== null) all.push(sql`keyword_ids @> array[${tag}::int]`)
  if (colour !== undefined) all.push(sql`colours @> array[${colour}::int]`)
  if (orientation) all.push(sql`orientation = ${orientationNumbers[orientation]}`)
  if (size !== undefined) all.push(sql`longer_side >= ${size}`)
  if (terms.length) all.push(sql`words @@ ${terms.map(groupToTsquery).join(' & ')}::tsquery`)
  return all.length ? sql`${sql.join(all, sql` and `)}` : sql`true`
}

/** As tsqueries. */
const groupToTsquery = ({ words, isPrefix: isBeginning }: WordGroup) =>
  `(${words.map((word) => `'${word}'${isBeginning ? ':*' : ''}`).join(' | ')})`
const exactTsquery = ({ words }: WordGroup) => `(${words.map((word) => `'${word}'`).join(' | ')})`

/** How many of the words an image holds whole. */
const exactWordCount = (terms: WordGroup[]): RawBuilder<number> =>
  terms.length
    ? sql`(${sql.join(
        terms.map((one) => sql`(words @@ ${exactTsquery(one)}::tsquery)::int`),
        sql` + `,
      )})`
    : sql`0`

/** The best match holds the most words whole, then the fewest besides. */
function orderBy(search: SearchParams, terms: WordGroup[]): RawBuilder<unknown> {
  const by = searchOrder(search, terms)
  if (by === 'downloads') return sql`downloads desc, pub_no desc`
  if (by === 'newest') return sql`pub_no desc`
  return sql`${exactWordCount(terms)} desc, least(length(words), ${maxTitleWords}), pub_no desc`
}
