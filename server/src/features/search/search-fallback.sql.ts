import { limits } from '@vitrine/contract/vocabulary/limits'
import type { AiFilter } from '@vitrine/contract/vocabulary/provenance/ai-filters'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { aiNumbers, withAi } from './inverted-index/ai-numbers.ts'
import { licenceNumbers } from './inverted-index/licence-numbers.ts'
import { orientationNumbers } from './inverted-index/orientation.ts'
import { transparencyNumbers } from './inverted-index/transparency-numbers.ts'
import type { SearchPage } from './page.ts'
import { maxTurns, type Reading, rankedMatches, type SearchQuery, turnsOf } from './planner.ts'
import { phraseQuery, stemMark } from './words/text-vector.ts'
import { anyOf, anywhere, inTitle } from './words/tsquery.ts'

/** The same search over the published rows: always exact, and slow in a large library. */
export async function searchBySql(db: Database, query: SearchQuery, page: number): Promise<SearchPage> {
  const { keyword } = query.params
  const keywordId = keyword ? await keywordIdOf(db, keyword) : null
  if (keyword && keywordId === null) return { count: 0, pubNos: [] }
  const where = conditions(query, keywordId)
  const offset = (page - 1) * limits.imagesPerPage
  // The count shows whether the page is past the end, which would otherwise scan a whole index to find nothing.
  const { rows } = await sql<{ count: number; pub_nos: number[] }>`
    with counted as materialized (select count(*)::int as count from published where ${where})
    select count, case when count > ${offset} then array(${pageOf(query, where, offset)}) else '{}' end as pub_nos
    from counted`.execute(db)
  const { count, pub_nos } = rows[0]!
  return { count, pubNos: pub_nos }
}

function pageOf(query: SearchQuery, where: RawBuilder<SqlBool>, offset: number): RawBuilder<unknown> {
  const page = sql`limit ${limits.imagesPerPage} offset ${offset}`
  if (query.order === 'newest') return sql`select pub_no from published where ${where} order by pub_no desc ${page}`
  if (query.order === 'downloads')
    return sql`select pub_no from published where ${where} order by downloads desc, pub_no desc ${page}`
  if (query.order === 'trending')
    return sql`
      select pub_no from published left join (
        select list.* from trending, unnest(pub_nos) with ordinality as list (pub_no, place)
      ) as listed using (pub_no)
      where ${where} order by place, pub_no desc ${page}`
  const [popularFirst, perCost] = [sql`popularity desc, pub_no desc`, sql.lit(maxTurns)]
  const hasTurns = query.groups.some((readings) => turnsOf(query.groups, readings).size > 0)
  const round = hasTurns ? sql`row_number() over (partition by cost, turn order by ${popularFirst})` : sql`0`
  const inTurn = sql`round, turn, ${popularFirst}`
  return sql`
    select pub_no from (
      select *, row_number() over (partition by cost, title_key order by ${inTurn}) > 1 as is_repeat from (
        select *, ${round} as round from (
          select pub_no, popularity, rank / ${perCost} as cost, rank % ${perCost} as turn
          from published, lateral (select ${rankOfImage(query.groups)} as rank) as ranked where ${where}
        ) as matching order by cost, ${inTurn} ${page}
      ) as page join card using (pub_no)
    ) as page order by cost, is_repeat, ${inTurn}`
}

/** Read first, so that PostgreSQL plans the search with the statistics of this keyword. */
async function keywordIdOf(db: Database, keyword: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from keyword where lower(name) = lower(${keyword})`.execute(db)
  return rows[0]?.id ?? null
}

function conditions({ params, groups, phrases, excluded }: SearchQuery, keywordId: number | null): RawBuilder<SqlBool> {
  const { category, colour, orientation, size, transparency } = params
  const all: RawBuilder<SqlBool>[] = []
  if (category !== undefined) all.push(sql`category_id = ${category}`)
  if (keywordId !== null) all.push(sql`keyword_ids @> array[${keywordId}::int]`)
  if (colour !== undefined) all.push(sql`colours @> array[${colour}::int]`)
  if (orientation) all.push(sql`orientation = ${orientationNumbers[orientation]}`)
  if (size !== undefined) all.push(sql`longer_side >= ${size}`)
  if (transparency) all.push(sql`transparency = ${transparencyNumbers[transparency]}`)
  if (params.clean_edges) all.push(sql`has_clean_edges`)
  if (params.licence) all.push(sql`licence = ${licenceNumbers[params.licence]}`)
  if (params.ai) all.push(aiCondition(params.ai))
  for (const readings of groups) all.push(matches(anyOf(readings, anywhere)))
  for (const words of phrases) all.push(matches(phraseQuery(words)))
  if (excluded.length) all.push(sql`not ${matches(anyOf(excluded, anywhere))}`)
  return all.length ? sql`${sql.join(all, sql` and `)}` : sql`true`
}

function aiCondition(filter: AiFilter): RawBuilder<SqlBool> {
  if (filter === 'none') return sql`ai = ${aiNumbers.no}`
  return filter === 'only' ? sql`ai = any(${withAi}::int[])` : sql`ai <> all(${withAi}::int[])`
}

/** A group without a reading matches nothing. */
const matches = (tsquery: string): RawBuilder<SqlBool> => (tsquery ? sql`words @@ ${tsquery}::tsquery` : sql`false`)

/** The sum of the lowest ranks that match in each group. */
const rankOfImage = (groups: Reading[][]): RawBuilder<number> =>
  groups.length
    ? sql.join(
        groups.map((readings) => rankCases(groups, readings)),
        sql` + `,
      )
    : sql`0::int`

/** By group: each way to match it, the cheapest first, with its rank (`rankOf`). */
function rankCases(groups: Reading[][], readings: Reading[]): RawBuilder<number> {
  const cases = rankedMatches(groups, readings).map(({ rank, reading, isInTitle }) => {
    const tsquery = isInTitle ? inTitle(reading) : anywhere(reading)
    return sql`when words @@ ${tsquery}::tsquery then ${sql.lit(rank)}`
  })
  return cases.length ? sql`(case ${sql.join(cases, sql` `)} end)` : sql`0::int`
}

export interface RelatedSource {
  /** Null while the image is not published. */
  pub_no: number | null
  category_id: number | null
  keyword_ids: number[]
  title_stems: string[]
}

/** Only the newest images that share a keyword or a word are compared, which bounds the cost of very common ones. */
export const maxCandidates = 400

/** The same as `findRelated`, over the published rows. */
export async function findRelatedBySql(
  db: Database,
  { pub_no, category_id, keyword_ids, title_stems }: RelatedSource,
): Promise<number[]> {
  const inTitles = title_stems.map((stem) => `'${stemMark}${stem}':A`)
  const { rows } = await sql<{ pub_no: number }>`
    with candidate as (
      (select pub_no, keyword_ids, words, category_id from published
        where keyword_ids && ${keyword_ids}::int[] and pub_no is distinct from ${pub_no}::int
        order by pub_no desc limit ${maxCandidates})
      union
      (select pub_no, keyword_ids, words, category_id from published
        where words @@ ${inTitles.join(' | ')}::tsquery and pub_no is distinct from ${pub_no}::int
        order by pub_no desc limit ${maxCandidates})
      union
      (select pub_no, keyword_ids, words, category_id from published
        where category_id = ${category_id} and pub_no is distinct from ${pub_no}::int
        order by pub_no desc limit ${limits.relatedImages})
    )
    select pub_no from candidate
    order by
      cardinality(array(select unnest(keyword_ids) intersect select unnest(${keyword_ids}::int[]))) desc,
      (select count(*) from unnest(${inTitles}::text[]) as stem where words @@ stem::tsquery) desc,
      coalesce(category_id = ${category_id}, false) desc, pub_no desc
    limit ${limits.relatedImages}`.execute(db)
  return rows.map((row) => row.pub_no)
}
