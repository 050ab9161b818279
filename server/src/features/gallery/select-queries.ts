import { limits } from '@vitrine/contract/limits'
import { sql } from 'kysely'
import { longestBeginning, longestTitle, term } from '#features/images/index-terms'
import { orientationNumbers } from '#features/images/rules'
import { wordsOf } from '#features/images/words'
import type { Database } from '#kit/database'
import { type Standing, standing } from './list-queries.ts'
import {
  bestMatches,
  countOf,
  freshOf,
  type Images,
  type Lists,
  matching,
  mostDownloaded,
  newest,
  pageOf,
} from './listing.ts'
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
  for (let tries = 0; tries < 5; tries++) {
    const now = await standing(db, { ...plan, keyword: search.keyword })
    if (now?.isBehind) break
    if (now) return fromLists(db, { search, terms, page, order, plan, now })
  }
  return plainly(db, search, terms, page)
}

interface Question {
  search: Search
  terms: Term[]
  page: number
  order: Order
  plan: Plan
  now: Standing
}

async function fromLists(db: Database, { search, terms, page, order, plan, now }: Question): Promise<Listing> {
  if (search.keyword && now.keyword === null) return { count: 0, ids: [] }
  const lists = { of: now.lists, fresh: now.fresh.map(freshOf) }
  const all = matching(groupsOf(plan, terms, now), lists)
  const count = countOf(all)
  const skip = (page - 1) * limits.imagesPerPage
  if (skip >= count) return { count, ids: [] }
  const classes = classesOf(order, all, terms, lists)
  const ids = await pageOf(classes, skip, limits.imagesPerPage, (numbers) => byDownloads(db, numbers))
  return { count, ids }
}

interface Plan {
  filters: string[]
  terms: string[]
  beginnings: string[]
  hasBuckets: boolean
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
    beginnings: long.flatMap((one) => one.words),
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
function groupsOf({ filters }: Plan, terms: Term[], now: Standing): string[][] {
  return [
    ...filters.map((name) => [name]),
    ...(now.keyword === null ? [] : [[term.keyword(now.keyword)]]),
    ...terms.map((one) =>
      isListed(one)
        ? ownLists(one)
        : now.words.flatMap(([letters, word]) => (letters === one.words[0] ? term.word(word) : [])),
    ),
  ]
}

function classesOf(order: Order, all: Images, terms: Term[], lists: Lists) {
  if (order === 'newest') return newest(all)
  if (order === 'downloads') return mostDownloaded(all, bucketsIn(lists), lists)
  return bestMatches(all, terms.map(wholeLists), lengthLists, lists)
}

/** Those that some image is in, the most downloads first. */
function bucketsIn({ of, fresh }: Lists) {
  const names = new Set(
    [...of.keys(), ...fresh.flatMap(({ terms }) => [...terms])].filter((name) => /^d\d+$/.test(name)),
  )
  const buckets = [...names].map((name) => ({ name, number: Number(name.slice(1)) }))
  return buckets.sort((one, other) => other.number - one.number)
}

async function byDownloads(db: Database, numbers: number[]): Promise<number[]> {
  const { rows } = await sql<{ pub_no: number }>`
    select pub_no from published where pub_no = any(${numbers}::int[]) order by downloads desc, pub_no desc`.execute(db)
  return rows.map((row) => row.pub_no)
}

/** Terms with the words that nothing begins with replaced by the nearest known ones; null when that helps nothing. */
async function correct(db: Database, words: string[]): Promise<Term[] | null> {
  const known = await knownBeginnings(db, words)
  const unknown = words.filter((word) => !known.has(word))
  if (!unknown.length) return null
  const nearest = new Map<string, string[]>()
  for (const word of unknown) nearest.set(word, await nearestWords(db, word)) // one connection for one search
  return words.map((word) =>
    nearest.get(word)?.length ? { words: nearest.get(word)!, isBeginning: false } : beginning(word),
  )
}

async function knownBeginnings(db: Database, words: string[]): Promise<Set<string>> {
  // The pattern operators compare bytes, so the index on word_prefix serves a beginning that is a parameter.
  const { rows } = await sql<{ said: string }>`
    select said from unnest(${words}::text[]) as said
    where exists (
      select from word where word ~>=~ said and word ~<~ (said || chr(1114111)) and uses > 0
    )`.execute(db)
  return new Set(rows.map((row) => row.said))
}

/** Candidates are the words that share a fifth of their trigrams: two letters swapped in a short word leave no more. */
async function nearestWords(db: Database, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from word where word % ${word} and uses > 0
    order by similarity(word, ${word}) desc, uses desc limit 300`.execute(db)
  return nearest(
    word,
    rows.map((row) => row.word),
  )
}
