import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { stemMark } from './words/text-vector.ts'

export interface RelatedSource {
  /** Null while the image is not published. */
  pub_no: number | null
  category_id: number | null
  keyword_ids: number[]
  title_stems: string[]
}

/** Images of each shared keyword and word that are compared, of those before and after the image. */
export const maxCandidates = 50

/** Twice as many as are shown, since each drawing is shown once. */
export const maxRanked = 2 * limits.relatedImages

/** The place of an image that is not published: the newest are next to it. */
export const afterAll = 2 ** 31 - 1

/** What a shared keyword or word weighs that this many of all images have: 10 for each halving. */
export const weightOf = (uses: number, total: number): number =>
  uses ? Math.max(0, Math.round(10 * Math.log2(total / uses))) : 0

/** The same as `rankRelated`, over the published rows. */
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
