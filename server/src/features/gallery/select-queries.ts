import { limits } from '@vitrine/contract/limits'
import { sql } from 'kysely'
import { leastDownloads, longestBeginning, longestTitle, term } from '#features/images/index-terms'
import { orientationNumbers } from '#features/images/rules'
import { wordsOf } from '#features/images/words'
import { type Database, prepared } from '#kit/database'
import { type Asked, buckets, type Standing, standing } from './list-queries.ts'
import { bestMatches, countOf, type Images, type Lists, matching, mostDownloaded, newest, pageOf } from './listing.ts'
import { plainly } from './plain-queries.ts'
import { nearest } from './rules.ts'
import { type Listing, maxWords, type Order, orderOf, type Search, type Term } from './search.ts'

/**
 * Every visitors' listing comes from here. Words of the title in any order, each of them a beginning; where a word begins
 * nothing that is published, the nearest known words stand in for it.
 */
export async function select(db: Database, search: Search, page: number, by = listed): Promise<Listing> {
  const words = wordsOf(search.title ?? '').slice(0, maxWords)
  const listing = await by(db, search, words.map(beginning), page)
  if (listing.count > 0 || !words.length) return listing
  const corrected = await correct(db, words)
  return corrected ? by(db, search, corrected, page) : listing
}

const beginning = (word: string): Term => ({ words: [word], isBeginning: true })

/** Through the lists; while too much has changed since they learnt of it, which lasts seconds, without them. */
export async function listed(db: Database, search: Search, terms: Term[], page: number): Promise<Listing> {
  const order = orderOf(search, terms)
  const plan = planOf(search, terms, order)
  const now = await standing(db, plan)
  return now ? fromLists(db, { terms, page, order, plan, now }) : plainly(db, search, terms, page)
}

interface Question {
  terms: Term[]
  page: number
  order: Order
  plan: Plan
  now: Standing
}

async function fromLists(db: Database, { terms, page, order, plan, now }: Question): Promise<Listing> {
  const { lists } = now
  const all = matching(groupsOf(plan, terms, now), lists)
  const count = countOf(all)
  const skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, ids: [] }
  const classes = classesOf(order, all, terms, now)
  const ids = await pageOf(classes, skip, limits.imagesPerPage, (numbers, buckets) => byDownloads(db, numbers, buckets))
  return { count, ids }
}

interface Plan extends Asked {
  filters: string[]
}

function planOf(search: Search, terms: Term[], order: Order): Plan {
  const filters = filtersOf(search)
  if (!filters.length && !terms.length && !search.keyword) filters.push(term.all)
  const [short, long] = [terms.filter(isListed), terms.filter((one) => !isListed(one))]
  return {
    filters,
    terms: [
      ...filters,
      ...short.flatMap(ownLists),
      ...(order === 'relevance' ? [...terms.flatMap(wholeLists), ...lengthLists] : []),
    ],
    beginnings: long.flatMap((one) => one.words.map(term.word)),
    keyword: search.keyword || undefined,
    hasBuckets: order === 'downloads',
  }
}

function filtersOf({ category, colour, orientation, size }: Search): string[] {
  const all: string[] = []
  if (category !== undefined) all.push(term.category(category))
  if (colour !== undefined) all.push(term.colour(colour))
  if (orientation) all.push(term.orientation(orientationNumbers[orientation]))
  if (size !== undefined) all.push(term.size(size))
  return all
}

/** Short beginnings have lists of their own, and so have whole words. */
const isListed = ({ isBeginning, words }: Term) => !isBeginning || [...words[0]!].length <= longestBeginning
const ownLists = ({ isBeginning, words }: Term) => words.map(isBeginning ? term.beginning : term.word)
const wholeLists = ({ words }: Term) => words.map(term.word)
const lengthLists = Array.from({ length: longestTitle }, (_, at) => term.length(at + 1))

/** Names of lists; an image must be in one of each group. */
function groupsOf({ filters, keyword }: Plan, terms: Term[], { found }: Standing): string[][] {
  return [
    ...filters.map((name) => [name]),
    ...(keyword === undefined ? [] : [found.get(term.keyword(keyword))!]),
    ...terms.map((one) => (isListed(one) ? ownLists(one) : one.words.flatMap((word) => found.get(term.word(word))!))),
  ]
}

function classesOf(order: Order, all: Images, terms: Term[], { lists, found }: Standing) {
  if (order === 'newest') return newest(all)
  if (order === 'downloads') return mostDownloaded(all, bucketsIn(found.get(buckets)!, lists), lists)
  return bestMatches(all, terms.map(wholeLists), lengthLists, lists)
}

/** Those that some image is in, the most downloads first. */
function bucketsIn(known: string[], { fresh }: Lists) {
  const ofFresh = [...fresh.values()]
    .flat()
    .flatMap(({ terms }) => [...terms].filter((name) => name.startsWith(buckets)))
  const numbered = [...new Set([...known, ...ofFresh])].map((name) => ({ name, number: Number(name.slice(1)) }))
  return numbered.sort((one, other) => other.number - one.number)
}

/** From so many on, reading all that is in these buckets in the order of the index is quicker than looking each one up. */
const tooManyToLookUp = 500

async function byDownloads(db: Database, numbers: number[], buckets: number[]): Promise<number[]> {
  if (numbers.length < tooManyToLookUp) {
    const { rows } = await sql<{ pub_no: number }>`${prepared}
      select pub_no from published where pub_no = any(${numbers}::int[]) order by downloads desc, pub_no desc`.execute(
      db,
    )
    return rows.map((row) => row.pub_no)
  }
  const wanted = new Set(numbers)
  const ordered = (await inBuckets(db, buckets)).filter((number) => wanted.delete(number))
  return [...ordered, ...wanted] // these have just been downloaded once more, into another bucket
}

async function inBuckets(db: Database, buckets: number[]): Promise<number[]> {
  const [least, most] = [leastDownloads(Math.min(...buckets)), leastDownloads(Math.max(...buckets) + 1)]
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(pub_no::text, ','), '') as all from (
      select pub_no from published where downloads >= ${least} and downloads < ${most}
      order by downloads desc, pub_no desc
    ) as ordered`.execute(db)
  return rows[0]!.all.split(',').map(Number)
}

/** Terms with the words that nothing begins with replaced by the nearest known ones; null when that helps nothing. */
async function correct(db: Database, words: string[]): Promise<Term[] | null> {
  const unknown = await nearestWords(db, words)
  if (!unknown.size) return null
  return words.map((word) =>
    unknown.get(word)?.length ? { words: unknown.get(word)!, isBeginning: false } : beginning(word),
  )
}

/**
 * For each word that nothing begins with those that it may mean. Candidates share a fifth of its trigrams: two letters
 * swapped in a short word leave no more. The pattern operators compare bytes, so the index on word_prefix serves a beginning.
 */
async function nearestWords(db: Database, words: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ said: string; known: string[] }>`${prepared}
    select said, array(
      select word from word where word % said and uses > 0 order by similarity(word, said) desc, uses desc limit 300
    ) as known
    from json_array_elements_text(${JSON.stringify(words)}::json) as said
    where not exists (
      select from word where word ~>=~ said and word ~<~ (said || chr(1114111)) and uses > 0
    )`.execute(db)
  return new Map(rows.map(({ said, known }) => [said, nearest(said, known)]))
}
