import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import {
  decode,
  encode,
  fromOffsets,
  lastN,
  offsetOf,
  type PostingSet,
  segmentOf,
  segmentSize,
  withChanges,
} from './bitmap.ts'
import { type IndexedImage, term, termsOf } from './terms.ts'

type PublishedImage = IndexedImage & { pub_no: number }
/** Of a row of `published`, what the lists know of it. */
export const indexedColumns = sql.raw(
  'pub_no, category_id, keyword_ids, tsvector_to_array(words) as words, colours, orientation, longer_side, downloads',
)

/**
 * The lists learn of a change a little later (`bringIn`); until then readers look at these images themselves. What a list
 * has of an image is what was published when it was last brought in, so the first note of it stands. Its row is locked
 * by everybody who changes the image, so nobody brings in what is just being changed.
 */
export async function enqueueReindex(db: Database, gone: PublishedImage[], come: { pub_no: number }[]): Promise<void> {
  const indexedAs = new Map<number, IndexedImage | null>(come.map(({ pub_no }) => [pub_no, null]))
  for (const { pub_no, ...rest } of gone) indexedAs.set(pub_no, rest)
  if (!indexedAs.size) return
  const rows = [...indexedAs].map(([pub_no, indexed_as]) => ({ pub_no, indexed_as }))
  await executeNamed(
    db,
    'enqueue_reindex',
    sql`
    insert into index_queue (pub_no, indexed_as)
    select pub_no, indexed_as from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (pub_no int, indexed_as jsonb) order by pub_no
    on conflict (pub_no) do update set pub_no = excluded.pub_no`,
  )
}

/** A published image was downloaded once more. */
export async function updateIndexedDownloads(db: Database, image_id: number, downloads: number): Promise<void> {
  await executeNamed(
    db,
    'enqueue_download_reindex',
    sql`
    with counted as (
      update published set downloads = ${downloads} where image_id = ${image_id}
      returning pub_no, category_id, keyword_ids, tsvector_to_array(words) as words, colours, orientation, longer_side, old.downloads
    )
    insert into index_queue (pub_no, indexed_as) select pub_no, to_jsonb(counted) - 'pub_no' from counted
    on conflict (pub_no) do update set pub_no = excluded.pub_no`,
  )
}

/** Images that a transaction brings in: whoever changes one of them meanwhile waits for it. */
const batchSize = 200

/** Brings the next changed images into the lists; answers how many there were, 0 also where somebody else is at it. */
export function applyIndexQueue(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('gallery index')) as free`.execute(tx)
    if (!lock[0]!.free) return 0
    const { rows } = await sql<{ pub_no: number; indexed_as: IndexedImage | null }>`
      select pub_no, indexed_as from index_queue order by pub_no limit ${batchSize} for update skip locked`.execute(tx)
    if (!rows.length) return 0
    const numbers = rows.map((row) => row.pub_no)
    // A statement of its own: it sees all that had been committed when these rows were locked.
    const now = new Map((await readPublished(tx, numbers)).map((row) => [row.pub_no, row]))
    const changes = new PostingChanges()
    for (const { pub_no, indexed_as } of rows) changes.add(pub_no, indexed_as, now.get(pub_no))
    await updatePostings(tx, changes)
    await sql`delete from index_queue where pub_no = any(${numbers}::int[])`.execute(tx)
    return rows.length
  })
}

async function readPublished(db: Database, numbers: number[]): Promise<PublishedImage[]> {
  const { rows } = await sql<PublishedImage>`
    select ${indexedColumns} from published where pub_no = any(${numbers}::int[])`.execute(db)
  return rows
}

interface PostingChange {
  term: string
  segment: number
  add: number[]
  remove: number[]
}

/** What comes into each segment of each list, and what goes. */
class PostingChanges {
  private readonly byKey = new Map<string, PostingChange>()

  add(pub_no: number, was: IndexedImage | null, is: IndexedImage | undefined) {
    const [before, after] = [new Set(was ? termsOf(was) : []), new Set(is ? termsOf(is) : [])]
    for (const term of after) if (!before.has(term)) this.changeOf(term, pub_no).add.push(offsetOf(pub_no))
    for (const term of before) if (!after.has(term)) this.changeOf(term, pub_no).remove.push(offsetOf(pub_no))
  }

  private changeOf(term: string, pub_no: number): PostingChange {
    const segment = segmentOf(pub_no)
    const key = `${segment} ${term}`
    const known = this.byKey.get(key) ?? { term, segment, add: [], remove: [] }
    this.byKey.set(key, known)
    return known
  }

  list = () => [...this.byKey.values()]
}

async function updatePostings(db: Database, changes: PostingChanges) {
  const all = changes.list()
  const places = sql`select * from unnest(${all.map((one) => one.term)}::text[], ${all.map((one) => one.segment)}::int[]) as one (term, segment)`
  const { rows } = await sql<{ term: string; segment: number; postings: Buffer }>`
    select term, segment, postings from posting join (${places}) as one using (term, segment)`.execute(db)
  const known = new Map(rows.map(({ term, segment, postings }) => [`${segment} ${term}`, decode(postings)]))
  const made = all.map(({ term, segment, add, remove }) => ({
    term,
    segment,
    members: withChanges(known.get(`${segment} ${term}`), add, remove),
  }))
  await savePostings(db, made)
}

interface Posting {
  term: string
  segment: number
  members: PostingSet
}

/** An emptied segment stays as a row, so that readers who remember it learn that it is empty. */
async function savePostings(db: Database, postings: Posting[]) {
  // Microseconds, or one more than the last: no two libraries share them, so readers never mistake one for the other.
  const { rows } = await sql<{ version: number }>`
    select setval('posting_version', greatest(
      nextval('posting_version'), (extract(epoch from clock_timestamp()) * 1000000)::bigint
    )) as version`.execute(db)
  const { version } = rows[0]!
  await sql`
    insert into posting (term, segment, version, postings)
    select term, segment, ${version}::bigint, postings
    from unnest(
      ${postings.map((one) => one.term)}::text[], ${postings.map((one) => one.segment)}::int[],
      ${postings.map((one) => encode(one.members))}::bytea[]
    ) as one (term, segment, postings)
    on conflict (term, segment) do update set version = excluded.version, postings = excluded.postings`.execute(db)
  await sql`
    insert into posting_list (term, version)
    select distinct term, ${version}::bigint from unnest(${postings.map((one) => one.term)}::text[]) as term
    on conflict (term) do update set version = excluded.version`.execute(db)
}

/** The last segment that there is. */
export async function lastSegment(db: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest((select max(pub_no) from published), (select max(pub_no) from index_queue),
      (select coalesce(max(segment), -1) from posting where term = ${term.all}) * ${segmentSize}::int) as last`.execute(
    db,
  )
  return segmentOf(rows[0]!.last ?? 0)
}

/**
 * Makes one segment of all lists anew from what is published; nobody who reads or publishes waits. What changed meanwhile
 * is noted already, or will be: of all that is noted, the lists have now what was read here.
 */
export function rebuildSegment(db: Database, segment: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gallery index'))`.execute(tx)
    const published = await publishedInSegment(tx, segment)
    const made = offsetsByTerm(published)
    const { rows } = await sql<{ term: string }>`
      select term from posting where segment = ${segment} and length(postings) > 0`.execute(tx)
    for (const { term } of rows) if (!made.has(term)) made.set(term, [])
    const sorted = [...made].sort(([one], [other]) => (one < other ? -1 : 1)) // into one corner of the index after the other
    await savePostings(
      tx,
      sorted.map(([term, places]) => ({ term, segment, members: fromOffsets(places) })),
    )
    await updateIndexedAs(tx, await queuedInSegment(tx, segment), published)
  })
}

/**
 * Writes all segments anew in their order, so that those of one list lie together: reading it costs a few pages, where it
 * cost one for each segment. Readers wait for a moment at the end, changes are brought in afterwards. Rejects when
 * somebody, such as a backup, reads the lists for minutes: nobody is to wait behind us for as long.
 */
export function clusterPostings(db: Database): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gallery index'))`.execute(tx)
    await sql`create table posting_sorted (like posting including all)`.execute(tx)
    await sql`insert into posting_sorted select * from posting order by term, segment`.execute(tx)
    await sql`analyze posting_sorted`.execute(tx)
    await lockPostingsTable(tx)
    await sql`drop table posting`.execute(tx)
    await sql`alter table posting_sorted rename to posting`.execute(tx)
    await sql`alter index posting_sorted_pkey rename to posting_pkey`.execute(tx)
  })
}

/** Tries for a minute, each time for so short a while that visitors behind us do not notice. */
async function lockPostingsTable(db: Database) {
  await sql`set local lock_timeout to 200`.execute(db)
  for (let tries = 0; ; tries++) {
    await sql`savepoint alone`.execute(db)
    try {
      await sql`lock table posting in access exclusive mode`.execute(db)
      return
    } catch (error) {
      if (tries === 60) throw error
      await sql`rollback to savepoint alone`.execute(db)
      await sleep(1_000)
    }
  }
}

async function updateIndexedAs(db: Database, numbers: number[], published: PublishedImage[]) {
  const read = new Map(published.map(({ pub_no, ...image }) => [pub_no, image]))
  const rows = numbers.map((pub_no) => ({ pub_no, indexed_as: read.get(pub_no) ?? null }))
  await sql`
    update index_queue set indexed_as = nullif(row.indexed_as, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (pub_no int, indexed_as jsonb)
    where index_queue.pub_no = row.pub_no`.execute(db)
}

async function publishedInSegment(db: Database, segment: number): Promise<PublishedImage[]> {
  const { rows } = await sql<PublishedImage>`
    select ${indexedColumns} from published
    where pub_no >= ${segment * segmentSize} and pub_no < ${(segment + 1) * segmentSize} order by pub_no`.execute(db)
  return rows
}

/** The sorted places of each list. */
function offsetsByTerm(published: PublishedImage[]): Map<string, number[]> {
  const lists = new Map<string, number[]>()
  for (const { pub_no, ...image } of published) {
    for (const name of termsOf(image)) {
      const places = lists.get(name)
      if (places) places.push(offsetOf(pub_no))
      else lists.set(name, [offsetOf(pub_no)])
    }
  }
  return lists
}

/** Names of lists that are not what is published makes them, in this segment; what is on its way into them counts as there. */
export function mismatchedTerms(db: Database, segment: number): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`lock table posting in access share mode`.execute(tx) // before it looks, or it may see what is laid aside
      const right = offsetsByTerm(await publishedInSegment(tx, segment))
      const fresh = new Set((await queuedInSegment(tx, segment)).map(offsetOf))
      const { rows } = await sql<{ term: string; postings: Buffer }>`
        select term, postings from posting where segment = ${segment}`.execute(tx)
      const known = new Map(rows.map(({ term, postings }) => [term, decode(postings)]))
      const names = new Set([...right.keys(), ...known.keys()])
      return [...names].filter((name) => !isConsistent(right.get(name) ?? [], known.get(name), fresh))
    })
}

async function queuedInSegment(db: Database, segment: number): Promise<number[]> {
  const { rows } = await sql<{ pub_no: number }>`
    select pub_no from index_queue
    where pub_no >= ${segment * segmentSize} and pub_no < ${(segment + 1) * segmentSize} order by pub_no`.execute(db)
  return rows.map((row) => row.pub_no)
}

function isConsistent(right: number[], known: PostingSet | undefined, fresh: Set<number>): boolean {
  const settled = right.filter((place) => !fresh.has(place))
  const places = known ? lastN(known, 0, segmentSize).filter((place) => !fresh.has(place)) : []
  return settled.length === places.length && settled.every((place, at) => place === places[places.length - 1 - at])
}
