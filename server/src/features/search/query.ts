import type { Replacement } from '@vitrine/contract/schemas/search-words'
import type { Database } from '#kit/database/statements'
import { evaluate } from './evaluate.ts'
import { readPage, type SearchPage } from './page.ts'
import { planQuery, type QueryGroup, type Reading, type SearchParams, type SearchQuery, sortOf } from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { corrections } from './question/corrections.ts'
import { mostlyNoun } from './question/dictionary.sql.ts'
import { Dictionary } from './question/dictionary.ts'
import { asPartialQuestion, isColour } from './question/missing-costs.ts'
import { maxReplaced, type Question, readQuestion } from './question/question.ts'
import { broaderWords, enoughImages, plainGroups } from './question/readings.ts'
import { type IsFound, type UnderstoodGroup, understand } from './question/understanding.ts'
import { keywordIdOf } from './search.sql.ts'
import { type Synonyms, withSynonyms } from './synonyms/synonyms.ts'
import { wordsOf } from './words/word-forms.ts'

/** A page of a listing, and what was made of the question where it is not answered word by word. */
export interface SearchAnswer extends SearchPage {
  meant: Replacement[]
  /** Where no image has all of the words: the words that name what is shown; every image has one or more of them. */
  partly?: string[]
  /** Where nothing was found: other searches that find something. */
  near?: string[]
}

/** Finds one page, by the index or, in tests, by plain SQL. */
type RunQuery = (query: SearchQuery, page: number) => Promise<SearchPage>

export interface ReadingOptions {
  /** Only as they are. */
  exact?: boolean
  synonyms?: Synonyms
}

export async function searchImages(
  db: Database,
  cache: PostingCache,
  params: SearchParams & ReadingOptions,
  page: number,
): Promise<SearchAnswer> {
  return answer(db, params, page, (query, page) => searchByIndex(db, cache, query, page))
}

/** query -> plan -> postings -> matches -> page. */
export async function searchByIndex(
  db: Database,
  cache: PostingCache,
  query: SearchQuery,
  page: number,
): Promise<SearchPage> {
  const plan = planQuery(query)
  return readPage(evaluate(plan, await loadPostings(db, cache, plan)), page)
}

const nothing: SearchAnswer = { count: 0, pubNos: [], meant: [] }

/** Answers by the words; if that finds too little, by what they may mean; then by a part of them (docs/search.md). */
export async function answer(
  db: Database,
  { exact, synonyms, ...named }: SearchParams & ReadingOptions,
  page: number,
  run: RunQuery,
): Promise<SearchAnswer> {
  const params = await withKeywordId(db, named)
  if (!params) return nothing
  const dictionary = new Dictionary(db)
  const typed = await readWithNouns(params.title ?? '', dictionary)
  const question = synonyms && !exact ? withSynonyms(typed, synonyms) : typed
  const hasWords = question.groups.length + question.excluded.length > 0
  if (params.title?.trim() && !hasWords) return nothing
  const find = (groups: QueryGroup[], anyOf: Reading[] = []) => run(queryOf(params, question, groups, anyOf), page)
  const plain = await run(plainQuery(params, question), page)
  if (exact || plain.count >= enoughImages || !question.groups.length) return { ...plain, meant: [] }

  const foundWith =
    (params: SearchParams): IsFound =>
    (words) =>
      dictionary.ask(async () => (await run(queryOfWords(params, words), 1)).count > 0, false)
  const { groups, meant } = await understand(dictionary, question, foundWith({}))
  const partial = asPartialQuestion(groups, dictionary)
  const isOptional = (group: UnderstoodGroup) => partial.nouns.length > 0 && isColour(group)
  const all = await find(
    groups.map((group, at) => (isOptional(group) ? partial.groups[at]! : { readings: group.readings })),
  )
  if (all.count) return { ...all, meant }

  const subjects = partial.subjects.flatMap(({ readings }) => readings)
  const some = groups.length > 1 && subjects.length ? await find(partial.groups, subjects) : nothing
  if (some.count) {
    const partly = partial.subjects.map(({ said }) => meant.find((one) => one.said === said)?.as ?? said)
    return { ...some, meant: [], partly }
  }
  const near = await nearSearches({ groups, nouns: partial.nouns }, dictionary, foundWith(params))
  return near.length ? { ...nothing, near } : nothing
}

/** Null where there is no such keyword. */
export async function withKeywordId(db: Database, params: SearchParams): Promise<SearchParams | null> {
  if (!params.keyword) return params
  const keyword_id = await keywordIdOf(db, params.keyword)
  return keyword_id === undefined ? null : { ...params, keyword_id }
}

/** A filler stays where it is a part of a noun. */
async function readWithNouns(text: string, dictionary: Dictionary): Promise<Question> {
  const question = readQuestion(text)
  await dictionary.load(question.pairs)
  const nouns = question.pairs.filter((pair) => (dictionary.entryOf(pair).noun_share ?? 0) >= mostlyNoun)
  return nouns.length ? readQuestion(text, new Set(nouns)) : question
}

/** Word by word. */
export const plainQuery = (params: SearchParams, question = readQuestion(params.title ?? '')): SearchQuery =>
  queryOf(
    params,
    question,
    plainGroups(question.groups).map((readings) => ({ readings })),
  )

const queryOf = (
  params: SearchParams,
  { phrases, excluded }: Question,
  groups: QueryGroup[],
  anyOf: Reading[] = [],
): SearchQuery => ({
  params,
  groups,
  anyOf,
  phrases,
  excluded: excluded.map((words) => ({ words, form: 'stem', cost: 0 })),
  order: sortOf(params, groups.length > 0),
})

const queryOfWords = (params: SearchParams, words: string[]): SearchQuery => ({
  params,
  groups: [{ readings: [{ form: 'stem', words, cost: 0 }] }],
  anyOf: [],
  phrases: [],
  excluded: [],
  order: 'newest',
})

const maxNearSearches = 3
/** Candidates that are searched for: under a filter that nothing matches, each would cost a query. */
const maxCandidates = 12

/** Searches that find something instead: for broader terms, single words, likely spellings and longer words. */
async function nearSearches(
  { groups, nouns }: { groups: UnderstoodGroup[]; nouns: UnderstoodGroup[] },
  dictionary: Dictionary,
  isFound: IsFound,
): Promise<string[]> {
  const typed = groups.flatMap((group) => group.words.map(({ text }) => text))
  const things = nouns.flatMap((group) => group.words)
  const candidates: string[] = []
  for (const { text } of things.toReversed().slice(0, maxReplaced))
    candidates.push(...(await broaderWords(text, dictionary)))
  if (typed.length > 1) candidates.push(...typed)
  const unknown = typed.filter((word) => !dictionary.usesOf(word))
  for (const word of unknown.slice(0, maxReplaced)) {
    if (!dictionary.isEnglish(word)) candidates.push(...(await corrections(word, dictionary)).map((one) => one.word))
    candidates.push(...(await dictionary.continuationsOf(word)))
  }
  const near: string[] = []
  for (const text of [...new Set(candidates)].slice(0, maxCandidates)) {
    if (near.length === maxNearSearches) break
    const words = wordsOf(text) // none of an emoji
    if (words.length && (await isFound(words))) near.push(text)
  }
  return near
}
