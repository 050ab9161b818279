import { sql } from 'kysely'
import { allRows, allValues, type Database, oneValue } from '#kit/database/statements'
import { indexedColumns } from './inverted-index/index-writer.sql.ts'
import { phraseQuery } from './words/image-words.ts'

/** One row for each requested posting list, and a last one, without a term, of the index queue. */
export interface PostingRow {
  term: string | null
  /** Null where there is no such posting list. */
  version: number | null
  /** Segments that changed after the cached version, one after the other: number, length in bytes, posting set. */
  postings: Buffer | null
  /** Of the last row JSON of the queued images; of none where there are more than `maxQueued`. */
  queued: string | null
}

/** With more queued images than these, each of which is evaluated, an answer is of before they changed. */
const maxQueued = 5_000

/**
 * A list cached in a later version, which a failover has lost, is read as a whole. PostgreSQL estimates the same rows
 * for one JSON parameter of any size, so it keeps a generic plan; `offset 0` keeps the lookups by index.
 */
export const selectPostings = (
  db: Database,
  parameters: { terms: string[]; cached: { term: string; version: number }[] },
) =>
  allRows<PostingRow>(db, 'select_postings')`
    with parameters as materialized (select ${JSON.stringify(parameters)}::json as input),
    requested as (select term from parameters, json_array_elements_text(input -> 'terms') as term)
    select requested.term, list.version, null as queued,
      case when list.version is distinct from cached.version then (
        select string_agg(int4send(segment) || int4send(length(postings)) || postings, '') from posting
        where posting.term = requested.term
          and posting.version > case when cached.version < list.version then cached.version else 0 end
      ) end as postings
    from requested
    left join (
      select cached.* from parameters, json_to_recordset(input -> 'cached') as cached (term text, version bigint)
    ) as cached using (term)
    left join lateral (
      select version from posting_list where posting_list.term = requested.term offset 0
    ) as list on true
    union all
    select null, null, case when (select count(*) from ${queue(maxQueued + 1)}) <= ${sql.lit(maxQueued)} then (
      select coalesce(json_agg(image), '[]')::text from (
        select * from ${queue(maxQueued)} left join lateral (
          select ${indexedColumns} from published where published.pub_no = queue.pub_no offset 0
        ) as published using (pub_no)
      ) as image
    ) else '[]' end, null`

/** Read by the index, whose dead entries PostgreSQL skips; the table still contains rows that were applied lately. */
const queue = (limit: number) => sql`(select pub_no from index_queue order by pub_no limit ${sql.lit(limit)}) as queue`

/** The publish numbers of the images with the most recent downloads, in their order. */
export const selectTrending = (db: Database) => allValues<number>(db)`select unnest(pub_nos) from trending`

export const keywordIdOf = (db: Database, name: string) =>
  oneValue<number | undefined>(db, 'keyword_id')`select id from keyword where lower(name) = lower(${name})`

/** The publish numbers of images with each of these words in a row, ascending; descriptions do not count. */
export async function pubNosWithPhrases(db: Database, phrases: string[][]): Promise<number[]> {
  const all = phrases.map((words) => `(${phraseQuery(words)})`).join(' & ')
  return allValues<number>(db)`
    select pub_no from published where words @@ ${all}::tsquery order by pub_no`
}

/** Titles of these images, the shortest first; titles that differ by case alone are one. */
export const titlesOf = (db: Database, pubNos: number[], limit: number) => allValues<string>(db, 'titles_of_images')`
  with distinct_title as (
    select distinct on (lower(title)) title from images where pub_no = any(${pubNos}::int[])
    order by lower(title), id desc
  )
  select title from distinct_title order by length(title), title limit ${limit}`

/** Matches that the index finds and that are ranked: a letter that begins half of all words costs no more. */
const maxKeywordMatches = 200
/** The most used keywords are always ranked, whichever matches the index finds first. */
const popularKeywords = 1_000

export const keywordsMatching = (db: Database, tsquery: string, limit: number) =>
  allRows<{ id: number; name: string; uses: number }>(db, 'keywords_matching')`
    with popular as materialized (
      select id, name, uses, words from keyword where uses > 0 order by uses desc, id limit ${popularKeywords}
    ), matching as (
      (select id, name, uses from popular where words @@ ${tsquery}::tsquery)
      union
      (
        select id, name, uses from keyword where words @@ (select ${tsquery}::tsquery) and uses > 0
        limit ${maxKeywordMatches}
      )
    )
    select id, name, uses from matching order by uses desc, id limit ${limit}`

/** The perceptual hashes, as binary digits, of a file and of the files of these images, where they were measured. */
export async function drawingsOf(db: Database, sha256: string, pubNos: number[]) {
  const rows = await allRows<{ pub_no: number | null; hash: string }>(db, 'drawings_of_images')`
    select null::int as pub_no, hash::text from perceptual_row where sha256 = ${sha256}
    union all
    select pub_no, hash::text from images join perceptual_row using (sha256) where pub_no = any(${pubNos}::int[])`
  const own = rows.find(({ pub_no }) => pub_no === null)?.hash
  return { own, byPubNo: new Map(rows.map(({ pub_no, hash }) => [pub_no, hash])) }
}
