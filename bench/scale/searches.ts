// Measures the product's search and the same search by plain SQL, on a library of rows without files.
import { sql } from 'kysely'
import { cardsJson } from '../../server/src/features/gallery/gallery.sql.ts'
import { rebuildSegment } from '../../server/src/features/search/inverted-index/index-maintenance.ts'
import { lastSegment } from '../../server/src/features/search/inverted-index/index-writer.sql.ts'
import type { SearchParams } from '../../server/src/features/search/planner.ts'
import { createPostingCache } from '../../server/src/features/search/postings.ts'
import { searchImages } from '../../server/src/features/search/query.ts'
import { isUnavailable } from '../../server/src/kit/database/pg-errors.ts'
import type { Resources } from '../../server/src/resources.ts'
import { searchImagesBySql } from '../../server/test/search-by-sql.ts'
import { say } from '../harness/benchmark.ts'
import { postmasterPid, processTreeCpuTime } from '../harness/processes.ts'
import { seededRandom } from '../harness/random.ts'
import { listingKinds, sampleListing } from './listing-kinds.ts'
import { fillLibrary } from './synthetic-library.ts'

export type SearchMethod = 'index' | 'plain SQL'

type Listing = [SearchParams, page: number]

/** Measured with concurrent clients, each of which waits for its answer before the next question. */
export interface Measurement {
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers a second. */
  perSecond: number
  /** Milliseconds of processor time per answer, of the web process and of PostgreSQL. */
  webCpu: number
  databaseCpu: number
}

export function measureSearches({ db }: Pick<Resources, 'db'>, images: number) {
  const postingCache = createPostingCache(256 * 2 ** 20) // as with CACHE_MB=850

  async function answer([search, page]: Listing, by: SearchMethod) {
    const found = by === 'index' ? searchImages(db, postingCache, search, page) : searchImagesBySql(db, search, page)
    try {
      await cardsJson(db, await found)
    } catch (error) {
      // Plain SQL that exceeds a timeout is measured as having taken that long.
      if (by === 'index' || !isUnavailable(error)) throw error
    }
  }

  async function measure(by: SearchMethod, clients: number, listings: Iterator<Listing>): Promise<Measurement> {
    const times: number[] = []
    const postmaster = await postmasterPid(db)
    const [web, database, start] = [process.cpuUsage(), processTreeCpuTime(postmaster), performance.now()]
    const client = async () => {
      for (let next = listings.next(); !next.done; next = listings.next()) {
        const began = performance.now()
        await answer(next.value, by)
        times.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(web)
    return {
      times,
      perSecond: times.length / seconds,
      webCpu: (user + system) / 1000 / times.length,
      databaseCpu: (processTreeCpuTime(postmaster) - database) / times.length,
    }
  }

  /** The same listings for both methods: at least three of them. */
  function* listingsOf(kind: string, seed: number, most: number, seconds: number): Generator<Listing> {
    const random = seededRandom(seed)
    const end = performance.now() + seconds * 1000
    for (let count = 0; count < most && (count < 3 || performance.now() < end); count++)
      yield sampleListing(kind, images, random)
  }

  return {
    /** Until V8 has optimized the code. */
    async warmUp() {
      for (const kind of listingKinds) await measure('index', 1, listingsOf(kind, 9, 20, 1))
    },
    /** Listings of one kind, at most so many and for at most four seconds. */
    async ofKind(kind: string, by: SearchMethod, clients: number, most: number) {
      // PostgreSQL chooses a generic plan on each connection after five executions.
      await measure(by, clients, listingsOf(kind, 99, by === 'index' ? 8 * clients : 1, 60))
      return measure(by, clients, listingsOf(kind, kind.length + 100 * clients, most, 4))
    },
  }
}

/** Fills the library where it is empty, and reads it into PostgreSQL's memory once, as a day of traffic does. */
export async function prepareLibrary({ db, backgroundDb }: Resources, images: number): Promise<void> {
  const isEmpty = async (name: string) => !(await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)).rows.length
  if (await isEmpty('published')) await fillLibrary(backgroundDb, images)
  if (await isEmpty('posting_list')) {
    say('posting lists')
    for (let segment = await lastSegment(db); segment >= 0; segment--) await rebuildSegment(backgroundDb, segment)
  }
  await backgroundDb.transaction().execute(async (one) => {
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
