import { limits } from '@vitrine/contract/limits'
import { sql } from 'kysely'
import { term } from '#features/images/index-terms'
import type { Database } from '#kit/database'
import { standing } from './list-queries.ts'
import { holdersAmong, matching, numbersOf } from './listing.ts'

/** Of the images that share a keyword only the newest few hundred are compared, so a tag that everything bears costs no more. */
const candidates = 400

interface Known {
  /** Null where it is not published. */
  pub_no: number | null
  category_id: number | null
}

/**
 * Publish numbers of images like this one: those that share the most keywords, then those of its category, the newest
 * first; 24 at most.
 */
export async function related(db: Database, image: Known, keywordIds: number[]): Promise<number[]> {
  const tags = keywordIds.map(term.keyword)
  const category = image.category_id === null ? [] : [term.category(image.category_id)]
  const terms = [...tags, ...category]
  const now = await standing(db, { terms, beginnings: [], keyword: undefined, hasBuckets: false })
  if (!now) return relatedPlainly(db, image, keywordIds)
  const { lists } = now
  const others = (names: string[], most: number) =>
    numbersOf(matching([names], lists), 0, most + 1)
      .filter((number) => number !== image.pub_no)
      .slice(0, most)
  const alike = new Set([...others(tags, candidates), ...others(category, limits.relatedImages)])
  const sharedBy = holdersAmong(tags, lists)
  const compared = [...alike].map((number) => ({ number, shared: sharedBy(number) }))
  compared.sort((one, other) => other.shared - one.shared || other.number - one.number)
  return compared.slice(0, limits.relatedImages).map(({ number }) => number)
}

/** The same by plain SQL, for the seconds in which the lists are behind. */
export async function relatedPlainly(db: Database, image: Known, keywordIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ pub_no: number }>`
    with alike as (
      (select pub_no, keyword_ids from published
        where keyword_ids && ${keywordIds}::int[] and pub_no is distinct from ${image.pub_no}::int
        order by pub_no desc limit ${candidates})
      union
      (select pub_no, keyword_ids from published
        where category_id = ${image.category_id} and pub_no is distinct from ${image.pub_no}::int
        order by pub_no desc limit ${limits.relatedImages})
    )
    select pub_no from alike
    order by cardinality(array(select unnest(keyword_ids) intersect select unnest(${keywordIds}::int[]))) desc, pub_no desc
    limit ${limits.relatedImages}`.execute(db)
  return rows.map((row) => row.pub_no)
}
