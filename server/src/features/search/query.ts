import { tokenize } from '#features/images/tokenizer'
import type { Database } from '#kit/database/pool'
import { evaluate } from './evaluate.ts'
import { readPage, type SearchPage } from './page.ts'
import { planQuery, type Reading, type SearchParams, type SearchQuery, searchOrder } from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { type Question, readQuestion } from './question/question.ts'
import { plainGroups } from './question/readings.ts'
import { type Meant, type UnderstoodGroup, understand, type Width } from './question/understanding.ts'
import { hasOutdatedTexts, searchBySql } from './search-fallback.sql.ts'

/** A page of a listing, and what was made of the question where it is not answered word by word. */
export interface SearchAnswer extends SearchPage {
  meant: Meant[]
}

/** Finds one page of a query, by the index or by plain SQL. */
export type RunQuery = (query: SearchQuery, page: number) => Promise<SearchPage>

/** One page of a public listing. */
export async function searchImages(
  db: Database,
  cache: PostingCache,
  params: SearchParams & { exact?: boolean },
  page: number,
): Promise<SearchAnswer> {
  if (params.title && !(await hasCurrentTexts(db, cache))) return searchOlderTexts(db, params, page)
  return answer(db, params, page, (query, page) => searchByIndex(db, cache, query, page))
}

/** Remembered once it is true: new texts are of the current version. */
async function hasCurrentTexts(db: Database, cache: PostingCache): Promise<boolean> {
  return (cache.hasCurrentTexts ||= !(await hasOutdatedTexts(db)))
}

/** As version 0.1 searched: every word is the beginning of one in the title. */
async function searchOlderTexts(db: Database, params: SearchParams, page: number): Promise<SearchAnswer> {
  const words = [...new Set(tokenize(params.title!))]
  const groups = words.map((word): Reading[] => [{ words: [word], form: 'prefix', cost: 0 }])
  const query: SearchQuery = { params, groups, phrases: [], excluded: [], order: searchOrder(params, words.length > 0) }
  return { ...(await searchBySql(db, query, page)), meant: [] }
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

/** A word by word answer with this many images is not widened. */
const enoughImages = 10

/**
 * Answers a question word by word where that finds enough; otherwise by what its words may mean, and where no image
 * has all of them by as many of them as possible.
 */
export async function answer(
  db: Database,
  params: SearchParams & { exact?: boolean },
  page: number,
  run: RunQuery,
): Promise<SearchAnswer> {
  const question = readQuestion(params.title ?? '')
  const hasWords = question.groups.length + question.excluded.length > 0
  if (params.title?.trim() && !hasWords) return { count: 0, pubNos: [], meant: [] }
  const queryOf = (groups: Reading[][]) => toQuery(params, question, groups)
  const plain = await run(queryOf(plainGroups(question.groups)), page)
  if (params.exact || plain.count >= enoughImages || !question.groups.length) return { ...plain, meant: [] }
  const isFound = async (words: string[]) =>
    (
      await run(
        { params: {}, groups: [[{ form: 'stem', words, cost: 0 }]], phrases: [], excluded: [], order: 'newest' },
        1,
      )
    ).count > 0
  let understood: UnderstoodGroup[] = []
  let told: Meant[] = []
  for (const width of widths) {
    const { groups, meant, isSure } = await understand(db, question, width, isFound)
    const found = await run(queryOf(groups.map(({ readings }) => readings)), page)
    const isEnough = width !== 'none' || isSure || found.count >= enoughImages
    if (found.count && isEnough) return { ...found, meant }
    ;[understood, told] = [groups, meant]
  }
  return answerPartly(understood, told, page, (groups, page) => run(queryOf(groups), page))
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
  groups: UnderstoodGroup[],
  meant: Meant[],
  page: number,
  run: (groups: Reading[][], page: number) => Promise<SearchPage>,
): Promise<SearchAnswer> {
  const attempts = groups.length <= maxSubsetGroups ? subsetsByWeight(groups) : prefixesByWeight(groups)
  for (const subset of attempts) {
    const found = await run(
      subset.map(({ readings }) => readings),
      page,
    )
    if (found.count === 0) continue
    const leftOut = groups.filter((group) => !subset.includes(group))
    const isKept = ({ said }: Meant) => !leftOut.some((group) => group.said === said)
    return {
      ...found,
      meant: [...meant.filter(isKept), ...leftOut.map(({ said }) => ({ said, as: '', why: 'left out' }) as const)],
    }
  }
  return { count: 0, pubNos: [], meant: [] }
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
