import type { AiFilter, Sort } from '@vitrine/contract/vocabulary/filters'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyOf as anyMatch, lexeme } from '#features/back-office/lists/list-search'
import { readPageCards } from '#features/gallery/gallery.sql'
import {
  aiNumbers,
  downloadBuckets,
  licenceNumbers,
  orientationNumbers,
  transparencyNumbers,
  withAi,
} from '#features/search/inverted-index/terms'
import type { SearchPage } from '#features/search/page'
import {
  type Field,
  matchesAnywhere,
  type PricedMatch,
  pricedMatches,
  type QueryGroup,
  type SearchParams,
  type SearchQuery,
} from '#features/search/planner'
import type { PostingCache } from '#features/search/postings'
import { answer, type ReadingOptions, type SearchAnswer, searchImages } from '#features/search/query'
import { afterAll, maxCandidates, maxRanked, type RelatedSource, weightOf } from '#features/search/related'
import { phraseQuery, stemMark } from '#features/search/words/image-words'
import type { Database } from '#kit/database/statements'

/** `searchImages` evaluated by plain SQL: the reference that the index is compared with. */
export const searchImagesBySql = (
  db: Database,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> => answer(db, params, page, (query, page) => searchBySql(db, query, page))

/** `searchImages` through the index, with its images as a page shows them. */
export async function searchImagesByIndex(
  db: Database,
  cache: PostingCache,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  const { costs, ...found } = await searchImages(db, cache, params, page)
  const cards = await readPageCards(db, { ...found, costs })
  return { ...found, pubNos: cards.map(({ pub_no }) => pub_no) }
}

async function searchBySql(db: Database, query: SearchQuery, page: number): Promise<SearchPage> {
  const where = conditions(query)
  const offset = (page - 1) * limits.imagesPerPage
  const limit = sql`limit ${limits.imagesPerPage} offset ${offset}`
  // The count shows whether the page is past the end, which would otherwise scan a whole index to find nothing.
  const { rows } = await sql<{ count: number; pub_nos: number[] }>`
    with counted as materialized (select count(*)::int as count from published where ${where})
    select count,
      case when count > ${offset} then array(${pageBy[query.order](where, limit, query)}) else '{}' end as pub_nos
    from counted`.execute(db)
  const { count, pub_nos } = rows[0]!
  return { count, pubNos: pub_nos }
}

/** Of each bucket, in their order. */
const leastDownloads = Array.from({ length: downloadBuckets.length }, (_, bucket) =>
  bucket < 64 ? bucket : 2 ** Math.floor(bucket / 8 - 2) * (1 + (bucket % 8) / 8),
)

type PageSelection = (where: RawBuilder<SqlBool>, page: RawBuilder<unknown>, query: SearchQuery) => RawBuilder<unknown>

const pageBy: Record<Sort, PageSelection> = {
  relevance: pageByRelevance,
  trending: (where, page) => sql`
    select pub_no from published left join (
      select list.* from trending, unnest(pub_nos) with ordinality as list (pub_no, place)
    ) as listed using (pub_no)
    where ${where} order by place, pub_no desc ${page}`,
  newest: (where, page) => sql`select pub_no from published where ${where} order by pub_no desc ${page}`,
  downloads: (where, page) => sql`
    select pub_no from published where ${where}
    order by width_bucket(downloads, ${leastDownloads}::bigint[]) desc, pub_no desc ${page}`,
}

function pageByRelevance(
  where: RawBuilder<SqlBool>,
  page: RawBuilder<unknown>,
  { groups }: SearchQuery,
): RawBuilder<unknown> {
  const popularFirst = sql`popularity desc, pub_no desc`
  return sql`
    select pub_no from (
      select *, row_number() over (partition by cost, title_key order by ${popularFirst}) > 1 as is_repeat from (
        select pub_no, popularity, ${costOf(groups)} as cost from published where ${where}
        order by cost, ${popularFirst} ${page}
      ) as page join card using (pub_no)
    ) as page order by cost, is_repeat, ${popularFirst}`
}

function conditions(query: SearchQuery): RawBuilder<SqlBool> {
  const all = [...filterConditions(query.params), ...wordConditions(query)]
  return all.length ? sql`${sql.join(all, sql` and `)}` : sql`true`
}

function filterConditions(params: SearchParams): RawBuilder<SqlBool>[] {
  const { category, keyword_id, colour, orientation, size, transparency } = params
  const all: RawBuilder<SqlBool>[] = []
  if (category !== undefined) all.push(sql`category_id = ${category}`)
  if (keyword_id !== undefined) all.push(sql`keyword_ids @> array[${keyword_id}::int]`)
  if (colour !== undefined) all.push(sql`colours @> array[${colour}::int]`)
  if (orientation) all.push(sql`orientation = ${orientationNumbers[orientation]}`)
  if (size !== undefined) all.push(sql`longer_side >= ${size}`)
  if (transparency) all.push(sql`transparency = ${transparencyNumbers[transparency]}`)
  if (params.clean_edges) all.push(sql`has_clean_edges`)
  if (params.licence) all.push(sql`licence = ${licenceNumbers[params.licence]}`)
  if (params.ai) all.push(aiCondition(params.ai))
  return all
}

function wordConditions({ groups, anyOf, phrases, excluded }: SearchQuery): RawBuilder<SqlBool>[] {
  const all: RawBuilder<SqlBool>[] = []
  for (const { readings, missingCost } of groups)
    if (missingCost === undefined) all.push(matchesOne(matchesAnywhere(readings)))
  if (anyOf.length) all.push(matchesOne(matchesAnywhere(anyOf)))
  for (const words of phrases) all.push(matches(phraseQuery(words)))
  if (excluded.length) all.push(sql`not ${matchesOne(matchesAnywhere(excluded))}`)
  return all
}

function aiCondition(filter: AiFilter): RawBuilder<SqlBool> {
  if (filter === 'none') return sql`ai = ${aiNumbers.no}`
  return filter === 'only' ? sql`ai = any(${withAi}::int[])` : sql`ai <> all(${withAi}::int[])`
}

const matches = (tsquery: string): RawBuilder<SqlBool> => sql`words @@ ${tsquery}::tsquery`

const isColour = ({ reading: { form } }: PricedMatch) => form === 'mainColour' || form === 'colour'

/** Without any way nothing matches. */
function matchesOne(ways: PricedMatch[]): RawBuilder<SqlBool> {
  const words = ways.filter((way) => !isColour(way))
  const all = ways.filter(isColour).map(hasColour)
  if (words.length) all.push(matches(anyMatch(words, inField)))
  return all.length ? sql`(${sql.join(all, sql` or `)})` : sql`false`
}

function hasColour({ reading: { form, words } }: PricedMatch): RawBuilder<SqlBool> {
  const [id] = words
  return form === 'mainColour' ? sql`colours[1] = ${id}::int` : sql`colours @> array[${id}::int]`
}

/** The sum of what is least in each group. */
const costOf = (groups: QueryGroup[]): RawBuilder<number> =>
  groups.length ? sql.join(groups.map(costCases), sql` + `) : sql`0::int`

/** Each way to match the group, the cheapest first. */
function costCases({ readings, missingCost = 0 }: QueryGroup): RawBuilder<number> {
  const cases = pricedMatches(readings).map((match) => sql`when ${matchesOne([match])} then ${sql.lit(match.cost)}`)
  return cases.length ? sql`(case ${sql.join(cases, sql` `)} else ${sql.lit(missingCost)} end)` : sql.lit(missingCost)
}

/** The weights of a field's words (`textVector`); descriptions have one of their own. */
const weightsOf: Record<Field, string> = { title: 'A', titleOrTags: 'AB', category: 'C', own: 'D' }

const inField = ({ reading: { words, form }, field }: PricedMatch) =>
  words.map((word) => `'${lexeme(word, form)}':${weightsOf[field]}`).join(' & ')

/** The same as `rankRelated`, over the published rows: the reference that the index is compared with. */
export async function rankRelatedBySql(
  db: Database,
  { pub_no, category_id, keyword_ids, title_stems }: RelatedSource,
): Promise<number[]> {
  const inTitles = title_stems.map((stem) => `'${stemMark}${stem}':A`)
  const counts = await sql<{ total: number; of_keywords: number[]; of_stems: number[] }>`
    select count(*)::int as total,
      array(
        select (select count(*)::int from published where keyword_ids @> array[id])
        from unnest(${keyword_ids}::int[]) with ordinality as shared (id, place) order by place
      ) as of_keywords,
      array(
        select (select count(*)::int from published where words @@ stem::tsquery)
        from unnest(${inTitles}::text[]) with ordinality as shared (stem, place) order by place
      ) as of_stems
    from published`.execute(db)
  const { total, of_keywords, of_stems } = counts.rows[0]!
  const keywordWeights = of_keywords.map((uses) => weightOf(uses, total))
  const stemWeights = of_stems.map((uses) => weightOf(uses, total))
  const place = pub_no ?? afterAll
  const neighbours = (condition: RawBuilder<SqlBool>, each: number) => sql`
    (select pub_no from published where ${condition} and pub_no < ${place} order by pub_no desc limit ${each})
    union all
    (select pub_no from published where ${condition} and pub_no > ${place} order by pub_no limit ${each})`
  const { rows } = await sql<{ pub_no: number }>`
    with shared_keyword as (
      select * from unnest(${keyword_ids}::int[], ${keywordWeights}::int[]) as shared (id, weight)
    ), shared_stem as (
      select * from unnest(${inTitles}::text[], ${stemWeights}::int[]) as shared (stem, weight)
    ), candidate as (
      select pub_no from shared_keyword, lateral (
        ${neighbours(sql`keyword_ids @> array[id]`, maxCandidates)}
      ) as neighbour
      union
      select pub_no from shared_stem, lateral (
        ${neighbours(sql`words @@ stem::tsquery`, maxCandidates)}
      ) as neighbour
      union
      select pub_no from (${neighbours(sql`category_id = ${category_id}`, maxRanked)}) as neighbour
    )
    select pub_no from candidate join published using (pub_no)
    order by
      coalesce((select sum(weight) from shared_keyword where keyword_ids @> array[id]), 0) +
        coalesce((select sum(weight) from shared_stem where words @@ stem::tsquery), 0) desc,
      coalesce(category_id = ${category_id}, false) desc, abs(pub_no - ${place}), pub_no desc
    limit ${maxRanked}`.execute(db)
  return rows.map((row) => row.pub_no)
}
