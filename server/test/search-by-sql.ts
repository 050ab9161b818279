import type { SearchPage } from '#features/search/page'
import type { SearchParams } from '#features/search/planner'
import { parseQuery } from '#features/search/query'
import { searchBySql } from '#features/search/search-fallback.sql'
import { correctSpelling } from '#features/search/spelling'
import type { Database } from '#kit/database/pool'

/** `searchImages` evaluated by plain SQL: the reference that the index is compared with. */
export async function searchImagesBySql(db: Database, params: SearchParams, page: number): Promise<SearchPage> {
  const query = parseQuery(params)
  const found = await searchBySql(db, query, page)
  if (found.count > 0 || !query.words.length) return found
  const corrected = await correctSpelling(db, query.words)
  return corrected ? searchBySql(db, parseQuery(params, corrected), page) : found
}
