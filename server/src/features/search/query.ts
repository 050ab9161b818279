import { tokenize } from '#features/images/tokenizer'
import type { Database } from '#kit/database/pool'
import { evaluate } from './evaluate.ts'
import { readPage, type SearchPage } from './page.ts'
import { planQuery, type SearchParams, type SearchQuery, searchOrder, type WordGroup } from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { searchBySql } from './search-fallback.sql.ts'
import { correctSpelling } from './spelling.ts'

/**
 * One page of a public listing. The words of the title may match in any order, each as a prefix; when nothing matches,
 * unknown words are replaced by the nearest known ones.
 */
export async function searchImages(
  db: Database,
  cache: PostingCache,
  params: SearchParams,
  page: number,
): Promise<SearchPage> {
  const query = parseQuery(params)
  const found = await searchByIndex(db, cache, query, page)
  if (found.count > 0 || !query.words.length) return found
  const corrected = await correctSpelling(db, query.words)
  return corrected ? searchByIndex(db, cache, parseQuery(params, corrected), page) : found
}

/** query -> plan -> postings -> matches -> page. */
export async function searchByIndex(
  db: Database,
  cache: PostingCache,
  query: SearchQuery,
  page: number,
): Promise<SearchPage> {
  const plan = planQuery(query)
  const snapshot = await loadPostings(db, cache, plan)
  if (!snapshot) return searchBySql(db, query, page)
  const matches = evaluate(plan, snapshot)
  return readPage(db, matches, page)
}

export function parseQuery(params: SearchParams, words = wordGroups(params.title)): SearchQuery {
  return { params, words, order: searchOrder(params, words) }
}

/** Words of a title beyond these are ignored. */
export const maxQueryWords = 8

const wordGroups = (title = ''): WordGroup[] =>
  tokenize(title)
    .slice(0, maxQueryWords)
    .map((word) => ({ words: [word], isPrefix: true }))
