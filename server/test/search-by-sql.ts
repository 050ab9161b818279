import type { SearchParams } from '#features/search/planner'
import { answer, type ReadingOptions, type SearchAnswer, searchFirstBySql } from '#features/search/query'
import type { Database } from '#kit/database/pool'

/** `searchImages` evaluated by plain SQL: the reference that the index is compared with. */
export function searchImagesBySql(
  db: Database,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  return answer(db, params, page, (queries, page) => searchFirstBySql(db, queries, page))
}
