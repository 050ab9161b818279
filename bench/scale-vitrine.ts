// The product's one function for listings, and the same answers by plain SQL beside it, on a library of rows alone.
import { sql } from 'kysely'
import { readConfig } from '../server/src/config.ts'
import { plainly } from '../server/src/features/gallery/plain-queries.ts'
import { cardsOf } from '../server/src/features/gallery/queries.ts'
import type { Search } from '../server/src/features/gallery/search.ts'
import { select } from '../server/src/features/gallery/select-queries.ts'
import { bringIn, lastSegment, rebuildSegment } from '../server/src/features/images/index-queries.ts'
import { review } from '../server/src/features/images/review-queries.ts'
import { layFoundation } from '../server/src/foundation.ts'
import { answering } from './own-process.ts'
import { fillLibrary, seeded, zipf } from './scale-library.ts'
import { listingOf, scaleListings } from './scale-listings.ts'

export type ScaleQuestion =
  | { what: 'fill'; images: number }
  | { what: 'listing'; name: string; by: 'lists' | 'plain'; runs: number }
  | { what: 'mixed'; by: 'lists' | 'plain'; clients: number; seconds: number }
  | { what: 'approve'; images: number }

export interface Timed {
  /** Milliseconds each. */
  times: number[]
  /** Of the last one. */
  count: number
}

const foundation = await layFoundation(readConfig())
const { db } = foundation
let images = 0
const random = seeded(7)

async function list([search, page]: [Search, number], by: 'lists' | 'plain'): Promise<number> {
  if (by === 'lists') return shown(await select(db, search, page))
  // What takes longer than the site lets a statement take has taken that long, at least.
  const found = await select(db, search, page, plainly).catch(() => ({ count: 0, ids: [] }))
  return shown(found)
}

async function shown({ count, ids }: { count: number; ids: number[] }) {
  await cardsOf(db, ids)
  return count
}

async function timed(name: string, by: 'lists' | 'plain', runs: number): Promise<Timed> {
  const times: number[] = []
  let count = 0
  for (let run = -3; run < runs; run++) {
    const question = listingOf(name, images, random)
    const began = performance.now()
    count = await list(question, by)
    if (run >= 0) times.push(performance.now() - began)
  }
  return { times, count }
}

/** All kinds in turn, by so many at once: answers a second. */
async function mixed(by: 'lists' | 'plain', clients: number, seconds: number): Promise<Timed> {
  const names = scaleListings
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const word = zipf(5_000, random)
  const client = async () => {
    while (performance.now() < end) {
      const name = names[word() % names.length]!
      const began = performance.now()
      await list(listingOf(name, images, random), by)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { times, count: times.length / seconds }
}

/** Approves images that were withdrawn before, one by one, and brings them in. */
async function approve(many: number): Promise<Timed> {
  const { rows } = await sql<{
    id: number
  }>`select id from images where pub_no is not null order by id limit ${many}`.execute(db)
  const ids = rows.map((row) => row.id)
  await review(db, ids, 'pending')
  const times: number[] = []
  for (const id of ids.slice(0, many / 2)) {
    const began = performance.now()
    await review(db, [id], 'approved')
    times.push(performance.now() - began)
  }
  const began = performance.now()
  await review(db, ids.slice(many / 2), 'approved')
  const together = performance.now() - began
  while (await bringIn(db));
  return { times, count: together }
}

async function fill(many: number): Promise<Timed> {
  images = many
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from published`.execute(db)
  const began = performance.now()
  if (rows[0]!.n === 0) {
    await fillLibrary(db, many, (line) => process.stderr.write(`\r${line}   `))
    process.stderr.write('\n')
  }
  const filled = performance.now()
  const { rows: known } = await sql<{ n: number }>`select count(*)::int as n from posting_list`.execute(db)
  if (known[0]!.n === 0) {
    const segments = (await lastSegment(db)) + 1
    for (let segment = 0; segment < segments; segment++) {
      await rebuildSegment(db, segment)
      process.stderr.write(`\rlists: segment ${segment + 1} of ${segments}   `)
    }
    process.stderr.write('\n')
    await sql`vacuum analyze posting`.execute(db)
  }
  return { times: [filled - began, performance.now() - filled], count: many }
}

answering(
  async (question: ScaleQuestion) => {
    if (question.what === 'fill') return fill(question.images)
    if (question.what === 'listing') return timed(question.name, question.by, question.runs)
    if (question.what === 'mixed') return mixed(question.by, question.clients, question.seconds)
    return approve(question.images)
  },
  () => foundation.stop(),
)
