import { readPageCards } from '#features/gallery/gallery.sql'
import type { SearchParams } from '#features/search/planner'
import type { PostingCache } from '#features/search/postings'
import { answer, type ReadingOptions, type SearchAnswer, searchImages } from '#features/search/query'
import { searchBySql } from '#features/search/search-fallback.sql'
import type { Database } from '#kit/database/pool'

/** `searchImages` evaluated by plain SQL: the reference that the index is compared with. */
export function searchImagesBySql(
  db: Database,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  return answer(db, params, page, (query, page) => searchBySql(db, query, page))
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
