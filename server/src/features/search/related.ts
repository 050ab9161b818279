import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { intersectGroups, readPubNos, sharedTermCounter } from './evaluate.ts'
import { term } from './inverted-index/terms.ts'
import { loadPostings } from './postings.ts'

/** Of the images that share a keyword only the newest few hundred are compared, so a tag that everything bears costs no more. */
const maxCandidates = 400

interface RelatedSource {
  /** Null where it is not published. */
  pub_no: number | null
  category_id: number | null
}

/**
 * Publish numbers of images like this one: those that share the most keywords, then those of its category, the newest
 * first; 24 at most.
 */
export async function findRelated(db: Database, image: RelatedSource, keywordIds: number[]): Promise<number[]> {
  const tags = keywordIds.map(term.keyword)
  const category = image.category_id === null ? [] : [term.category(image.category_id)]
  const terms = [...tags, ...category]
  const now = await loadPostings(db, { terms, prefixes: [], keyword: undefined, hasDownloadBuckets: false })
  if (!now) return findRelatedBySql(db, image, keywordIds)
  const { lists } = now
  const others = (names: string[], most: number) =>
    readPubNos(intersectGroups([names], lists), 0, most + 1)
      .filter((number) => number !== image.pub_no)
      .slice(0, most)
  const alike = new Set([...others(tags, maxCandidates), ...others(category, limits.relatedImages)])
  const sharedBy = sharedTermCounter(tags, lists)
  const compared = [...alike].map((number) => ({ number, shared: sharedBy(number) }))
  compared.sort((one, other) => other.shared - one.shared || other.number - one.number)
  return compared.slice(0, limits.relatedImages).map(({ number }) => number)
}

/** The same by plain SQL, for the seconds in which the lists are behind. */
export async function findRelatedBySql(db: Database, image: RelatedSource, keywordIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ pub_no: number }>`
    with alike as (
      (select pub_no, keyword_ids from published
        where keyword_ids && ${keywordIds}::int[] and pub_no is distinct from ${image.pub_no}::int
        order by pub_no desc limit ${maxCandidates})
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
