import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { afterAll, maxCandidates, maxRanked, type RelatedSource, weightOf } from '#features/search/related'
import { stemMark } from '#features/search/words/text-vector'
import type { Database } from '#kit/database/pool'

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
