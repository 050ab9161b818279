import { sql } from 'kysely'
import { lock, tryLock } from '#kit/database/advisory-locks'
import { allRows, allValues, changedRows, type Database, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'
import { segmentOf, segmentSize } from './bitmap.ts'
import { type IndexedImage, term } from './terms.ts'

export type PublishedImage = IndexedImage & { pub_no: number }

/** The columns of `published` from which an image's terms are derived, of a row such as `old`. */
const indexedColumnsOf = (row: '' | 'old.') => {
  const lexemes = (weights: string) => `tsvector_to_array(ts_filter(${row}words, '{${weights}}'))`
  const filters = ['category_id', 'keyword_ids', 'colours', 'orientation', 'longer_side']
  const others = [...filters, 'transparency', 'has_clean_edges', 'licence', 'ai', 'downloads', 'popularity']
  return sql.raw(
    `${row}pub_no, ${lexemes('a,b')} as words, ${lexemes('a')} as title_words, ${lexemes('c')} as category_words, ` +
      `${lexemes('d')} as description_words, ${others.map((column) => row + column).join(', ')}`,
  )
}

export const indexedColumns = indexedColumnsOf('')
export const oldIndexedColumns = indexedColumnsOf('old.')

/**
 * The first entry of an image stands, because `indexed_as` is the state under which the posting lists hold it; it stays
 * locked by the transaction that changes the image, so the indexer skips it meanwhile.
 */
export async function enqueueReindex(
  db: Database,
  removed: PublishedImage[],
  added: { pub_no: number }[],
): Promise<void> {
  const indexedAs = new Map<number, IndexedImage | null>(added.map(({ pub_no }) => [pub_no, null]))
  for (const { pub_no, ...image } of removed) indexedAs.set(pub_no, image)
  if (!indexedAs.size) return
  const rows = [...indexedAs].map(([pub_no, indexed_as]) => ({ pub_no, indexed_as }))
  await changedRows(db, 'enqueue_reindex')`
    insert into index_queue (pub_no, indexed_as)
    select pub_no, indexed_as
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (pub_no int, indexed_as jsonb) order by pub_no
    on conflict (pub_no) do update set pub_no = excluded.pub_no`
}

/** Sets the numbers of downloads in the read model and queues the images for reindexing. */
export const updateIndexedDownloads = (db: Database, images: { id: number; downloads: number }[]) =>
  changedRows(db, 'enqueue_download_reindex')`
    with counted as (
      update published set downloads = image.downloads
      from unnest(${images.map((image) => image.id)}::bigint[], ${images.map((image) => image.downloads)}::bigint[])
        as image (id, downloads)
      where image_id = image.id
      returning ${oldIndexedColumns}
    )
    insert into index_queue (pub_no, indexed_as)
    select pub_no, to_jsonb(counted) - 'pub_no' from counted order by pub_no
    on conflict (pub_no) do update set pub_no = excluded.pub_no`

const indexLock = 'gallery index'
export const tryLockIndex = (transaction: Database) => tryLock(transaction, indexLock)
export const lockIndex = (transaction: Database) => lock(transaction, indexLock)

/** Number of queued images, counted to `limit` at most. */
export const queueLength = (db: Database, limit: number) => oneValue<number>(db)`
  select count(*)::int as length from (select from index_queue limit ${limit}) as queued`

export interface IndexQueueEntry {
  pub_no: number
  /** Null where the posting lists do not hold the image. */
  indexed_as: IndexedImage | null
}

export const lockQueued = (transaction: Database, limit: number) => allRows<IndexQueueEntry>(transaction)`
  select pub_no, indexed_as from index_queue order by pub_no limit ${limit} for update skip locked`

export const deleteQueued = (db: Database, pubNos: number[]) =>
  changedRows(db)`delete from index_queue where pub_no = any(${pubNos}::int[])`

/** Records for queued images the state under which a rebuilt segment holds them. */
export const updateIndexedAs = (db: Database, entries: IndexQueueEntry[]) => changedRows(db)`
  update index_queue set indexed_as = nullif(row.indexed_as, 'null'::jsonb)
  from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as row (pub_no int, indexed_as jsonb)
  where index_queue.pub_no = row.pub_no`

export const queuedInSegment = (db: Database, segment: number) => allValues<number>(db)`
  select pub_no from index_queue
  where pub_no >= ${segment * segmentSize} and pub_no < ${(segment + 1) * segmentSize} order by pub_no`

export const readPublished = (db: Database, pubNos: number[]) => allRows<PublishedImage>(db)`
  select ${indexedColumns} from published where pub_no = any(${pubNos}::int[])`

export const publishedInSegment = (db: Database, segment: number) => allRows<PublishedImage>(db)`
  select ${indexedColumns} from published
  where pub_no >= ${segment * segmentSize} and pub_no < ${(segment + 1) * segmentSize} order by pub_no`

export async function lastSegment(db: Database): Promise<number> {
  const last = await oneValue<number | null>(db)`
    select greatest(
      (select max(pub_no) from published), (select max(pub_no) from index_queue),
      (select coalesce(max(segment), -1) from posting where term = ${term.all}) * ${segmentSize}::int
    )`
  return segmentOf(last ?? 0)
}

/** One segment of a posting list, encoded. */
type StoredPostings = Omit<Tables['posting'], 'version'>

export const readPostings = (db: Database, keys: { term: string; segment: number }[]) => allRows<StoredPostings>(db)`
  select term, segment, postings from posting
  join unnest(${keys.map((key) => key.term)}::text[], ${keys.map((key) => key.segment)}::int[]) as key (term, segment)
    using (term, segment)`

/** With whether processes learn of each from the version of its whole list. */
export const postingsInSegment = (db: Database, segment: number) =>
  allRows<StoredPostings & { is_announced: boolean }>(db)`
    select term, segment, postings, coalesce(posting.version <= posting_list.version, false) as is_announced
    from posting left join posting_list using (term) where segment = ${segment}`

export const termsInSegment = (db: Database, segment: number) => allValues<string>(db)`
  select term from posting where segment = ${segment} and length(postings) > 0`

/**
 * Saves segments of posting lists under a new version. An emptied segment stays as a row, so that processes that cache
 * it learn that it is empty. A version is the time in microseconds, or one more than the last: versions of two
 * databases differ, so a process whose database was replaced never mistakes a cached posting list for a current one.
 */
export async function savePostings(db: Database, segments: StoredPostings[]): Promise<void> {
  const version = await oneValue<number>(db)`
    select setval('posting_version', greatest(
      nextval('posting_version'), (extract(epoch from clock_timestamp()) * 1000000)::bigint
    ))`
  await sql`
    insert into posting (term, segment, version, postings)
    select term, segment, ${version}::bigint, postings
    from unnest(
      ${segments.map((one) => one.term)}::text[], ${segments.map((one) => one.segment)}::int[],
      ${segments.map((one) => one.postings)}::bytea[]
    ) as row (term, segment, postings)
    on conflict (term, segment) do update set version = excluded.version, postings = excluded.postings`.execute(db)
  await sql`
    insert into posting_list (term, version)
    select distinct term, ${version}::bigint from unnest(${segments.map((one) => one.term)}::text[]) as term
    on conflict (term) do update set version = excluded.version`.execute(db)
}
