import { isDeepStrictEqual } from 'node:util'
import type { Replacement } from '@vitrine/contract/schemas/search-words'
import type { Database } from '#kit/database/pool'
import { evaluate } from './evaluate.ts'
import { readPage, type SearchPage } from './page.ts'
import {
  combineRequests,
  planQuery,
  type Reading,
  type SearchParams,
  type SearchQuery,
  searchOrder,
} from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { Dictionary } from './question/dictionary.ts'
import { type Question, readQuestion } from './question/question.ts'
import { enoughImages, plainGroups } from './question/readings.ts'
import {
  type IsFound,
  type Understanding,
  type UnderstoodGroup,
  understand,
  type Width,
} from './question/understanding.ts'
import { searchBySql } from './search-fallback.sql.ts'
import { type Synonyms, withSynonyms } from './synonyms/synonyms.ts'

/** A page of a listing, and what was made of the question where it is not answered word by word. */
export interface SearchAnswer extends SearchPage {
  meant: Replacement[]
}

/** Finds one page of the first of these queries that has matches, by the index or by plain SQL. */
export type RunQueries = (queries: SearchQuery[], page: number) => Promise<SearchPage & { query: SearchQuery }>

/** How the words of a search are read. */
export interface ReadingOptions {
  /** Only as they are. */
  exact?: boolean
  /** The operator's own. */
  synonyms?: Synonyms
}

/** One page of a public listing. */
export async function searchImages(
  db: Database,
  cache: PostingCache,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  return answer(db, params, page, (queries, page) => searchByIndex(db, cache, queries, page))
}

/** query -> plan -> postings -> matches -> page, of the first query that has matches. */
export async function searchByIndex(
  db: Database,
  cache: PostingCache,
  queries: SearchQuery[],
  page: number,
): Promise<SearchPage & { query: SearchQuery }> {
  const plans = queries.map(planQuery)
  const snapshot = await loadPostings(db, cache, combineRequests(plans))
  if (!snapshot) return searchFirstBySql(db, queries, page)
  return firstFound(queries, (_, index) => readPage(db, evaluate(plans[index]!, snapshot), page))
}

/** The same by plain SQL. */
export const searchFirstBySql = (db: Database, queries: SearchQuery[], page: number) =>
  firstFound(queries, (query) => searchBySql(db, query, page))

/** The last query where none has matches. */
async function firstFound(
  queries: SearchQuery[],
  search: (query: SearchQuery, index: number) => Promise<SearchPage>,
): Promise<SearchPage & { query: SearchQuery }> {
  for (const [index, query] of queries.entries()) {
    const found = await search(query, index)
    if (found.count || index === queries.length - 1) return { ...found, query }
  }
  throw new Error('There is no query to search by.')
}

/**
 * Answers a question word by word where that finds enough; otherwise by what its words may mean, and where no image
 * has all of them by as many of them as possible.
 */
export async function answer(
  db: Database,
  { exact, synonyms, ...params }: SearchParams & ReadingOptions,
  page: number,
  run: RunQueries,
): Promise<SearchAnswer> {
  const typed = readQuestion(params.title ?? '')
  const question = synonyms && !exact ? withSynonyms(typed, synonyms) : typed
  const hasWords = question.groups.length + question.excluded.length > 0
  if (params.title?.trim() && !hasWords) return { count: 0, pubNos: [], meant: [] }
  const queryOf = (groups: Reading[][]) => toQuery(params, question, groups)
  const plain = await run([queryOf(plainGroups(question.groups))], page)
  if (exact || plain.count >= enoughImages || !question.groups.length) return pageOf(plain, [])
  const dictionary = new Dictionary(db)
  const isFound = rememberWords(async (words) => (await run([queryOfWords(words)], 1)).count > 0)
  let understanding: Understanding | undefined
  let found: SearchPage = plain
  for (const width of widths) {
    const wider = await understand(dictionary, question, width, isFound)
    const isOther = !isDeepStrictEqual(wider.groups, understanding?.groups)
    understanding = wider
    if (isOther) found = await run([queryOf(wider.groups.map(({ readings }) => readings))], page)
    const isEnough = width !== 'none' || wider.isSure || found.count >= enoughImages
    if (found.count && isEnough) return pageOf(found, wider.meant)
  }
  return answerPartly(understanding!, page, queryOf, run)
}

const pageOf = ({ count, pubNos, costs }: SearchPage, meant: Replacement[]): SearchAnswer => ({
  count,
  pubNos,
  costs,
  meant,
})

/** Images with all of these words in any form. */
const queryOfWords = (words: string[]): SearchQuery => ({
  params: {},
  groups: [[{ form: 'stem', words, cost: 0 }]],
  phrases: [],
  excluded: [],
  order: 'newest',
})

/** Asks about the same words once. */
function rememberWords(isFound: IsFound): IsFound {
  const answers = new Map<string, Promise<boolean>>()
  return (words) => {
    const key = words.join(' ')
    const answer = answers.get(key) ?? isFound(words)
    answers.set(key, answer)
    return answer
  }
}

const widths: Width[] = ['none', 'near', 'far']

export function toQuery(params: SearchParams, question: Question, groups: Reading[][]): SearchQuery {
  return {
    params,
    groups,
    phrases: question.phrases,
    excluded: question.excluded.map((words) => ({ words, form: 'stem', cost: 0 })),
    order: searchOrder(params, groups.length > 0),
  }
}

/** Groups of which every subset is tried. */
const maxSubsetGroups = 4

/** The groups that say the most and are found together. */
async function answerPartly(
  { groups, meant }: Understanding,
  page: number,
  queryOf: (groups: Reading[][]) => SearchQuery,
  run: RunQueries,
): Promise<SearchAnswer> {
  const subsets = groups.length <= maxSubsetGroups ? subsetsByWeight(groups) : prefixesByWeight(groups)
  if (!subsets.length) return { count: 0, pubNos: [], meant: [] }
  const queries = subsets.map((subset) => queryOf(subset.map(({ readings }) => readings)))
  const found = await run(queries, page)
  if (!found.count) return { count: 0, pubNos: [], meant: [] }
  const foundSubset = subsets[queries.indexOf(found.query)]!
  const leftOut = groups.filter((group) => !foundSubset.includes(group))
  const isKept = ({ said }: Replacement) => !leftOut.some((group) => group.said === said)
  return pageOf(found, [
    ...meant.filter(isKept),
    ...leftOut.map(({ said }) => ({ said, as: '', why: 'left out' }) as const),
  ])
}

/** The rarer a word, the more it says (inverse document frequency, of a library of two million images). */
const weightOf = ({ uses }: UnderstoodGroup) => (uses ? Math.max(1, 21 - Math.log2(1 + uses)) : 0)

/** All subsets but the whole and the empty one, those that say the most first. */
function subsetsByWeight(groups: UnderstoodGroup[]): UnderstoodGroup[][] {
  const all = Array.from({ length: 2 ** groups.length - 2 }, (_, bits) =>
    groups.filter((_, index) => ((bits + 1) >> index) & 1),
  )
  const weight = (subset: UnderstoodGroup[]) => subset.reduce((sum, group) => sum + weightOf(group), 0)
  return all.sort((one, other) => weight(other) - weight(one))
}

/** Of many words the rarest ones, one fewer each time. */
function prefixesByWeight(groups: UnderstoodGroup[]): UnderstoodGroup[][] {
  const sorted = groups.toSorted((one, other) => weightOf(other) - weightOf(one))
  return sorted.slice(1).map((_, index) => sorted.slice(0, sorted.length - 1 - index))
}
