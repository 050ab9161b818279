import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { tokenize } from '#features/images/tokenizer'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import {
  collectTiers,
  countMatches,
  downloadTiers,
  type ImageSet,
  intersectGroups,
  newestTiers,
  type PostingLists,
  relevanceTiers,
} from './evaluate.ts'
import { orientationNumbers } from './inverted-index/orientation.ts'
import { maxPrefixLength, maxTitleWords, minDownloads, term } from './inverted-index/terms.ts'
import { bucketPrefix, loadPostings, type PostingsRequest, type PostingsSnapshot } from './postings.ts'
import {
  maxQueryWords,
  type SearchOrder,
  type SearchPage,
  type SearchParams,
  searchOrder,
  type WordGroup,
} from './query.ts'
import { searchBySql } from './search-fallback.sql.ts'
import { closestWords } from './spelling.ts'

/**
 * Every visitors' listing comes from here. Words of the title in any order, each of them a beginning; where a word begins
 * nothing that is published, the nearest known words stand in for it.
 */
export async function searchImages(
  db: Database,
  search: SearchParams,
  page: number,
  by = searchByIndex,
): Promise<SearchPage> {
  const words = tokenize(search.title ?? '').slice(0, maxQueryWords)
  const listing = await by(db, search, words.map(prefixGroup), page)
  if (listing.count > 0 || !words.length) return listing
  const corrected = await correctSpelling(db, words)
  return corrected ? by(db, search, corrected, page) : listing
}

const prefixGroup = (word: string): WordGroup => ({ words: [word], isPrefix: true })

/** Through the lists; while too much has changed since they learnt of it, which lasts seconds, without them. */
export async function searchByIndex(
  db: Database,
  search: SearchParams,
  terms: WordGroup[],
  page: number,
): Promise<SearchPage> {
  const order = searchOrder(search, terms)
  const plan = planQuery(search, terms, order)
  const now = await loadPostings(db, plan)
  return now ? evaluatePlan(db, { terms, page, order, plan, snapshot: now }) : searchBySql(db, search, terms, page)
}

interface EvaluationInput {
  terms: WordGroup[]
  page: number
  order: SearchOrder
  plan: SearchPlan
  snapshot: PostingsSnapshot
}

async function evaluatePlan(
  db: Database,
  { terms, page, order, plan, snapshot: now }: EvaluationInput,
): Promise<SearchPage> {
  const { lists } = now
  const all = intersectGroups(termGroups(plan, terms, now), lists)
  const count = countMatches(all)
  const skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, ids: [] }
  const classes = rankTiers(order, all, terms, now)
  const ids = await collectTiers(classes, skip, limits.imagesPerPage, (numbers, buckets) =>
    sortByDownloads(db, numbers, buckets),
  )
  return { count, ids }
}

interface SearchPlan extends PostingsRequest {
  filters: string[]
}

function planQuery(search: SearchParams, terms: WordGroup[], order: SearchOrder): SearchPlan {
  const filters = filterTerms(search)
  if (!filters.length && !terms.length && !search.keyword) filters.push(term.all)
  const [short, long] = [terms.filter(hasOwnPostings), terms.filter((one) => !hasOwnPostings(one))]
  return {
    filters,
    terms: [
      ...filters,
      ...short.flatMap(ownTerms),
      ...(order === 'relevance' ? [...terms.flatMap(wholeWordTerms), ...titleLengthTerms] : []),
    ],
    prefixes: long.flatMap((one) => one.words.map(term.word)),
    keyword: search.keyword || undefined,
    hasDownloadBuckets: order === 'downloads',
  }
}

function filterTerms({ category, colour, orientation, size }: SearchParams): string[] {
  const all: string[] = []
  if (category !== undefined) all.push(term.category(category))
  if (colour !== undefined) all.push(term.colour(colour))
  if (orientation) all.push(term.orientation(orientationNumbers[orientation]))
  if (size !== undefined) all.push(term.size(size))
  return all
}

/** Short beginnings have lists of their own, and so have whole words. */
const hasOwnPostings = ({ isPrefix: isBeginning, words }: WordGroup) =>
  !isBeginning || [...words[0]!].length <= maxPrefixLength
const ownTerms = ({ isPrefix: isBeginning, words }: WordGroup) => words.map(isBeginning ? term.prefix : term.word)
const wholeWordTerms = ({ words }: WordGroup) => words.map(term.word)
const titleLengthTerms = Array.from({ length: maxTitleWords }, (_, at) => term.titleLength(at + 1))

/** Names of lists; an image must be in one of each group. */
function termGroups(
  { filters, keyword }: SearchPlan,
  terms: WordGroup[],
  { expansions: found }: PostingsSnapshot,
): string[][] {
  return [
    ...filters.map((name) => [name]),
    ...(keyword === undefined ? [] : [found.get(term.keyword(keyword))!]),
    ...terms.map((one) =>
      hasOwnPostings(one) ? ownTerms(one) : one.words.flatMap((word) => found.get(term.word(word))!),
    ),
  ]
}

function rankTiers(
  order: SearchOrder,
  all: ImageSet,
  terms: WordGroup[],
  { lists, expansions: found }: PostingsSnapshot,
) {
  if (order === 'newest') return newestTiers(all)
  if (order === 'downloads') return downloadTiers(all, bucketTerms(found.get(bucketPrefix)!, lists), lists)
  return relevanceTiers(all, terms.map(wholeWordTerms), titleLengthTerms, lists)
}

/** Those that some image is in, the most downloads first. */
function bucketTerms(known: string[], { queued: fresh }: PostingLists) {
  const ofFresh = [...fresh.values()]
    .flat()
    .flatMap(({ terms }) => [...terms].filter((name) => name.startsWith(bucketPrefix)))
  const numbered = [...new Set([...known, ...ofFresh])].map((name) => ({ name, number: Number(name.slice(1)) }))
  return numbered.sort((one, other) => other.number - one.number)
}

/** From so many on, reading all that is in these buckets in the order of the index is quicker than looking each one up. */
const lookupLimit = 500

async function sortByDownloads(db: Database, numbers: number[], buckets: number[]): Promise<number[]> {
  if (numbers.length < lookupLimit) {
    const rows = await executeNamed(
      db,
      'sort_by_downloads',
      sql<{ pub_no: number }>`
      select pub_no from published where pub_no = any(${numbers}::int[]) order by downloads desc, pub_no desc`,
    )
    return rows.map((row) => row.pub_no)
  }
  const wanted = new Set(numbers)
  const ordered = (await publishedInBuckets(db, buckets)).filter((number) => wanted.delete(number))
  return [...ordered, ...wanted] // these have just been downloaded once more, into another bucket
}

async function publishedInBuckets(db: Database, buckets: number[]): Promise<number[]> {
  const [least, most] = [minDownloads(Math.min(...buckets)), minDownloads(Math.max(...buckets) + 1)]
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(pub_no::text, ','), '') as all from (
      select pub_no from published where downloads >= ${least} and downloads < ${most}
      order by downloads desc, pub_no desc
    ) as ordered`.execute(db)
  return rows[0]!.all.split(',').map(Number)
}

/** Terms with the words that nothing begins with replaced by the nearest known ones; null when that helps nothing. */
async function correctSpelling(db: Database, words: string[]): Promise<WordGroup[] | null> {
  const unknown = await closestKnownWords(db, words)
  if (!unknown.size) return null
  return words.map((word) =>
    unknown.get(word)?.length ? { words: unknown.get(word)!, isPrefix: false } : prefixGroup(word),
  )
}

/**
 * For each word that nothing begins with those that it may mean. Candidates share a fifth of its trigrams: two letters
 * swapped in a short word leave no more. The pattern operators compare bytes, so the index on word_prefix serves a beginning.
 */
async function closestKnownWords(db: Database, words: string[]): Promise<Map<string, string[]>> {
  const rows = await executeNamed(
    db,
    'similar_known_words',
    sql<{ said: string; known: string[] }>`
    select said, array(
      select word from word where word % said and uses > 0 order by similarity(word, said) desc, uses desc limit 300
    ) as known
    from json_array_elements_text(${JSON.stringify(words)}::json) as said
    where not exists (
      select from word where word ~>=~ said and word ~<~ (said || chr(1114111)) and uses > 0
    )`,
  )
  return new Map(rows.map(({ said, known }) => [said, closestWords(said, known)]))
}
