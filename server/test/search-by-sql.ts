import { readPageCards } from '#features/gallery/gallery.sql'
import type { SearchParams } from '#features/search/planner'
import type { PostingCache } from '#features/search/postings'
import { answer, type ReadingOptions, type SearchAnswer, searchFirstBySql, searchImages } from '#features/search/query'
import type { Database } from '#kit/database/pool'

/** `searchImages` evaluated by plain SQL: the reference that the index is compared with. */
export function searchImagesBySql(
  db: Database,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  return answer(db, params, page, (queries, page) => searchFirstBySql(db, queries, page))
}

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
