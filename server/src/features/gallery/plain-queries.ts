import { limits } from '@vitrine/contract/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { longestTitle } from '#features/images/index-terms'
import { orientationNumbers } from '#features/images/rules'
import type { Database } from '#kit/database'
import { type Listing, orderOf, type Search, type Term } from './search.ts'

/** The same by plain SQL, over all published images: right at any time, and slow in a large library. */
export async function plainly(db: Database, search: Search, terms: Term[], page: number): Promise<Listing> {
  const tag = search.keyword ? await tagCalled(db, search.keyword) : null
  if (search.keyword && tag === null) return { count: 0, ids: [] }
  const where = conditions(search, tag, terms)
  const offset = (page - 1) * limits.imagesPerPage
  // A page past the end is known to be empty by the count, so nobody walks a whole index to find nothing.
  const { rows } = await sql<Listing>`
    with counted as materialized (select count(*)::int as count from published where ${where})
    select count, case when count > ${offset} then array(
      select pub_no from published where ${where}
      order by ${order(search, terms)} limit ${limits.imagesPerPage} offset ${offset}
    ) else '{}' end as ids from counted`.execute(db)
  return rows[0]!
}

/** Asked for first, so that PostgreSQL knows how common it is when it looks for the best way. */
async function tagCalled(db: Database, keyword: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from keyword where lower(name) = lower(${keyword})`.execute(db)
  return rows[0]?.id ?? null
}

function conditions(search: Search, tag: number | null, terms: Term[]): RawBuilder<SqlBool> {
  const { category, colour, orientation, size } = search
  const all: RawBuilder<SqlBool>[] = []
  if (category !== undefined) all.push(sql`category_id = ${category}`)
  if (tag !== null) all.push(sql`keyword_ids @> array[${tag}::int]`)
  if (colour !== undefined) all.push(sql`colours @> array[${colour}::int]`)
  if (orientation) all.push(sql`orientation = ${orientationNumbers[orientation]}`)
  if (size !== undefined) all.push(sql`longer_side >= ${size}`)
  if (terms.length) all.push(sql`words @@ ${terms.map(finds).join(' & ')}::tsquery`)
  return all.length ? sql`${sql.join(all, sql` and `)}` : sql`true`
}

/** As tsqueries. */
const finds = ({ words, isBeginning }: Term) =>
  `(${words.map((word) => `'${word}'${isBeginning ? ':*' : ''}`).join(' | ')})`
const isWhole = ({ words }: Term) => `(${words.map((word) => `'${word}'`).join(' | ')})`

/** How many of the words an image holds whole. */
const wholeWords = (terms: Term[]): RawBuilder<number> =>
  terms.length
    ? sql`(${sql.join(
        terms.map((one) => sql`(words @@ ${isWhole(one)}::tsquery)::int`),
        sql` + `,
      )})`
    : sql`0`

/** The best match holds the most words whole, then the fewest besides. */
function order(search: Search, terms: Term[]): RawBuilder<unknown> {
  const by = orderOf(search, terms)
  if (by === 'downloads') return sql`downloads desc, pub_no desc`
  if (by === 'newest') return sql`pub_no desc`
  return sql`${wholeWords(terms)} desc, least(length(words), ${longestTitle}), pub_no desc`
}
