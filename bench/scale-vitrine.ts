// The product's one function for listings, and the same answers by plain SQL beside it, on a library of rows alone.
import { sql } from 'kysely'
import { readConfig } from '../server/src/config.ts'
import { searchBySql } from '../server/src/features/gallery/plain-queries.ts'
import { cardsJson } from '../server/src/features/gallery/queries.ts'
import type { SearchParams } from '../server/src/features/gallery/search.ts'
import { searchByIndex, searchImages } from '../server/src/features/gallery/select-queries.ts'
import { clusterPostings, lastSegment, rebuildSegment } from '../server/src/features/images/index-queries.ts'
import { openResources } from '../server/src/foundation.ts'
import { isUnavailable } from '../server/src/kit/database.ts'
import { answering } from './own-process.ts'
import { fillLibrary, seeded, zipf } from './scale-library.ts'
import { listingOf, scaleListings } from './scale-listings.ts'
import { approvals, measured } from './scale-measures.ts'

type By = 'lists' | 'plain'

export type ScaleQuestion =
  | { what: 'fill'; images: number }
  | { what: 'listing'; name: string; by: By; clients: number; most: number }
  | { what: 'mixed'; by: By; clients: number; seconds: number }
  | { what: 'approvals' }

/** Seconds that it took, 0 where it was there already. */
export interface Filled {
  rows: number
  lists: number
}

const foundation = await openResources(readConfig())
const { db, backgroundDb: behind } = foundation
let images = 0
const ways = { lists: searchByIndex, plain: searchBySql }

type Question = [SearchParams, page: number]

async function answer([search, page]: Question, by: By) {
  const { ids } = await searchImages(db, search, page, ways[by]).catch((error) => {
    // What takes plain SQL longer than the site lets a statement take has taken that long, at least.
    if (by === 'plain' && isUnavailable(error)) return { ids: [] }
    throw error
  })
  await cardsJson(db, ids)
}

/** The same ones for both ways, so many at most and for so many seconds, but three at least. */
function* questionsOf(name: string, most: number, seconds: number, clients: number): Generator<Question> {
  const random = seeded(name.length + 100 * clients)
  const end = performance.now() + seconds * 1000
  for (let asked = 0; asked < most && (asked < 3 || performance.now() < end); asked++)
    yield listingOf(name, images, random)
}

/** All kinds, some more often than others. */
function* mixture(seconds: number, seed: number): Generator<Question> {
  const random = seeded(seed)
  const kind = zipf(5_000, random)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) yield listingOf(scaleListings[kind() % scaleListings.length]!, images, random)
}

async function listing(name: string, by: By, clients: number, most: number) {
  const byWay = (question: Question) => answer(question, by)
  await measured(db, listingsBefore(name, by === 'plain' ? 1 : 8 * clients), clients, byWay)
  return measured(db, questionsOf(name, most, 4, clients), clients, byWay)
}

/** Each connection settles on a plan after five. */
function* listingsBefore(name: string, many: number): Generator<Question> {
  const random = seeded(99)
  for (let asked = 0; asked < many; asked++) yield listingOf(name, images, random)
}

async function fill(many: number): Promise<Filled> {
  images = many
  const { rows } = await sql<{ one: number }>`select 1 as one from published limit 1`.execute(db)
  const began = performance.now()
  if (!rows.length) {
    await fillLibrary(behind, many, (line) => process.stderr.write(`\r${line}   `))
    process.stderr.write('\n')
  }
  const filled = performance.now()
  const { rows: known } = await sql<{ one: number }>`select 1 as one from posting_list limit 1`.execute(db)
  if (!known.length) await makeLists()
  const made = performance.now()
  await warm()
  await measured(db, mixture(5, 9), 1, (one: Question) => answer(one, 'lists')) // until the code is hot
  return { rows: (filled - began) / 1000, lists: (made - filled) / 1000 }
}

async function makeLists() {
  const segments = (await lastSegment(db)) + 1
  for (let segment = 0; segment < segments; segment++) {
    await rebuildSegment(behind, segment)
    process.stderr.write(`\rlists: segment ${segment + 1} of ${segments}   `)
  }
  process.stderr.write('\n')
  await clusterPostings(behind)
}

/** Reads the tables once, as a day of visitors does, as far as PostgreSQL's memory holds them. */
function warm() {
  return behind.transaction().execute(async (one) => {
    await sql`set local max_parallel_workers_per_gather to 0`.execute(one)
    for (const table of ['card', 'posting', 'posting_list', 'published', 'word', 'keyword'])
      await sql`select count(${sql.ref(table)}::text) from ${sql.table(table)}`.execute(one)
    await sql`set local enable_seqscan to off`.execute(one)
    await sql`set local enable_bitmapscan to off`.execute(one)
    await sql`select count(*) from card where pub_no > 0`.execute(one)
    await sql`select count(*) from posting where term > ''`.execute(one)
    await sql`select count(*) from posting_list where term > ''`.execute(one)
  })
}

const someListing = () => {
  const random = seeded(3)
  return () => answer(listingOf(scaleListings[Math.floor(random() * scaleListings.length)]!, images, random), 'lists')
}

answering(
  async (question: ScaleQuestion) => {
    if (question.what === 'fill') return fill(question.images)
    if (question.what === 'approvals') return approvals(db, behind, someListing())
    const { by, clients } = question
    if (question.what === 'listing') return listing(question.name, by, clients, question.most)
    const byWay = (one: Question) => answer(one, by)
    await measured(db, mixture(1, 8), clients, byWay)
    return measured(db, mixture(question.seconds, 7), clients, byWay)
  },
  () => foundation.stop(),
)
