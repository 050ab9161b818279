// Measures the product's search and the same search by plain SQL, on a library of rows without files.
import { sql } from 'kysely'
import { readConfig } from '../../server/src/config.ts'
import { cardsJson } from '../../server/src/features/gallery/gallery.sql.ts'
import { rebuildSegment } from '../../server/src/features/search/inverted-index/index-maintenance.ts'
import { clusterPostings, lastSegment } from '../../server/src/features/search/inverted-index/index-writer.sql.ts'
import type { SearchParams } from '../../server/src/features/search/planner.ts'
import { createPostingCache } from '../../server/src/features/search/postings.ts'
import { searchImages } from '../../server/src/features/search/query.ts'
import { isUnavailable } from '../../server/src/kit/database/pg-errors.ts'
import { openResources } from '../../server/src/resources.ts'
import { searchImagesBySql } from '../../server/test/search-by-sql.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { listingKinds, sampleListing } from './listing-kinds.ts'
import { measure, measureApprovals } from './measurement.ts'
import { fillLibrary, seededRandom, zipf } from './synthetic-library.ts'

export type SearchMethod = 'lists' | 'plain'

export type ScaleRequest =
  | { what: 'fill'; images: number }
  | { what: 'listing'; name: string; by: SearchMethod; clients: number; most: number }
  | { what: 'mixed'; by: SearchMethod; clients: number; seconds: number }
  | { what: 'approvals' }

/** Seconds; about 0 where the rows or posting lists exist already. */
export interface FillTimes {
  rows: number
  postings: number
}

const resources = await openResources(readConfig())
const { db, backgroundDb } = resources
let images = 0
const postingCache = createPostingCache(256 * 2 ** 20) // as with CACHE_MB=850

type SampleListing = [SearchParams, page: number]

async function runListing([search, page]: SampleListing, by: SearchMethod) {
  const found = by === 'lists' ? searchImages(db, postingCache, search, page) : searchImagesBySql(db, search, page)
  const answer = await found.catch((error) => {
    // Plain SQL that exceeds the statement timeout is measured as having taken that long.
    if (by === 'plain' && isUnavailable(error)) return { pubNos: [] }
    throw error
  })
  await cardsJson(db, answer)
}

/** The same searches for both methods: at most `most`, for a number of seconds, and at least three. */
function* repeatListing(name: string, most: number, seconds: number, clients: number): Generator<SampleListing> {
  const random = seededRandom(name.length + 100 * clients)
  const end = performance.now() + seconds * 1000
  for (let count = 0; count < most && (count < 3 || performance.now() < end); count++)
    yield sampleListing(name, images, random)
}

/** All kinds of listings, some more often than others. */
function* mixListings(seconds: number, seed: number): Generator<SampleListing> {
  const random = seededRandom(seed)
  const kind = zipf(5_000, random)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) yield sampleListing(listingKinds[kind() % listingKinds.length]!, images, random)
}

async function measureListing(name: string, by: SearchMethod, clients: number, most: number) {
  const run = (question: SampleListing) => runListing(question, by)
  await measure(db, warmUpListings(name, by === 'plain' ? 1 : 8 * clients), clients, run)
  return measure(db, repeatListing(name, most, 4, clients), clients, run)
}

/** PostgreSQL chooses a generic plan on each connection after five executions. */
function* warmUpListings(name: string, many: number): Generator<SampleListing> {
  const random = seededRandom(99)
  for (let count = 0; count < many; count++) yield sampleListing(name, images, random)
}

async function fillAndWarmUp(many: number): Promise<FillTimes> {
  images = many
  const { rows } = await sql<{ one: number }>`select 1 as one from published limit 1`.execute(db)
  const began = performance.now()
  if (!rows.length) {
    await fillLibrary(backgroundDb, many, (line) => process.stderr.write(`\r${line}   `))
    process.stderr.write('\n')
  }
  const filled = performance.now()
  const { rows: known } = await sql<{ one: number }>`select 1 as one from posting_list limit 1`.execute(db)
  if (!known.length) await buildPostings()
  const made = performance.now()
  await warmUpTables()
  const run = (listing: SampleListing) => runListing(listing, 'lists')
  await measure(db, mixListings(5, 9), 1, run) // until V8 has optimized the code
  return { rows: (filled - began) / 1000, postings: (made - filled) / 1000 }
}

async function buildPostings() {
  const segments = (await lastSegment(db)) + 1
  for (let segment = 0; segment < segments; segment++) {
    await rebuildSegment(backgroundDb, segment)
    process.stderr.write(`\rposting lists: segment ${segment + 1} of ${segments}   `)
  }
  process.stderr.write('\n')
  await clusterPostings(backgroundDb)
}

/** Reads the tables once into PostgreSQL's memory, as a day of traffic does. */
function warmUpTables() {
  return backgroundDb.transaction().execute(async (one) => {
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

const randomListing = () => {
  const random = seededRandom(3)
  return () =>
    runListing(sampleListing(listingKinds[Math.floor(random() * listingKinds.length)]!, images, random), 'lists')
}

serveRequests(
  async (question: ScaleRequest) => {
    if (question.what === 'fill') return fillAndWarmUp(question.images)
    if (question.what === 'approvals') return measureApprovals(db, backgroundDb, randomListing())
    const { by, clients } = question
    if (question.what === 'listing') return measureListing(question.name, by, clients, question.most)
    const run = (one: SampleListing) => runListing(one, by)
    await measure(db, mixListings(1, 8), clients, run)
    return measure(db, mixListings(question.seconds, 7), clients, run)
  },
  () => resources.stop(),
)
