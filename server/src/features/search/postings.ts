import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import { groupBySegment, type PostingList, type PostingLists, type QueuedBySegment, toQueuedImage } from './evaluate.ts'
import { decode } from './inverted-index/bitmap.ts'
import { indexedColumns } from './inverted-index/index-writer.ts'
import { term } from './inverted-index/terms.ts'

interface CachedPostings {
  /** The last change that it knows; no two libraries have the same. */
  version: number
  segments: PostingList
}

/** Bytes, with what arrays weigh besides what is in them. */
const cacheWeight = ({ segments }: CachedPostings) =>
  segments.reduce((sum, one) => sum + 8 + (one ? one.byteLength + 200 : 0), 500)

/**
 * Lists that were read. What all processes share is the database's: it says each time whether one has changed, and whoever
 * has forgotten one reads it again.
 */
const postingCache = new LRUCache<string, CachedPostings>({ maxSize: 128 * 2 ** 20, sizeCalculation: cacheWeight })

/** Names of lists that only the database knows, as it said them last: those are asked for as kept ones too. */
const expansionCache = new LRUCache<string, string[]>({
  maxSize: 8 * 2 ** 20,
  sizeCalculation: (names) => names.reduce((sum, name) => sum + 40 + 2 * name.length, 200),
})

export interface PostingsRequest {
  /** Names of lists. */
  terms: string[]
  /** Beginnings of words whose lists are needed too, as names of lists of words. */
  prefixes: string[]
  /** A tag's, whatever its case. */
  keyword: string | undefined
  /** The lists by number of downloads too. */
  hasDownloadBuckets: boolean
}

export interface PostingsSnapshot {
  lists: PostingLists
  /** Names of lists by what asked for them: by beginning, by keyword (as names of lists), and `buckets`. */
  expansions: Map<string, string[]>
}

export const bucketPrefix = term.downloads('')

/** More changed images than these are not looked at one by one. */
const maxQueued = 5_000

/**
 * The lists, and the images that have changed since they learnt of them: of one statement, so of one moment. Null when
 * more have changed than are looked at: the lists are not to be asked.
 */
export async function loadPostings(db: Database, asked: PostingsRequest): Promise<PostingsSnapshot | null> {
  const hints = expandableTerms(asked)
  const before = new Map(
    [...asked.terms, ...hints.flatMap((one) => expansionCache.get(one) ?? [])].flatMap((name) => {
      const list = postingCache.get(name)
      return list ? [[name, list] as const] : []
    }),
  )
  const rows = await selectPostings(db, asked, before)
  const found = new Map<string, string[]>(hints.map((one) => [one, []]))
  const lists = new Map<string, PostingList>()
  let fresh: QueuedBySegment | null = null
  for (const row of rows) {
    if (row.term === null) fresh = parseQueued(row.queued)
    else {
      if (row.said !== null) found.get(row.said)!.push(row.term)
      if (row.version !== null)
        lists.set(row.term, mergePostings(row.term, row.version, before.get(row.term), row.postings))
    }
  }
  for (const [said, names] of found) if (names.length) expansionCache.set(said, names)
  return fresh && { lists: { byTerm: lists, queued: fresh }, expansions: found }
}

/** What asks for lists whose names only the database knows. */
const expandableTerms = ({ prefixes: beginnings, keyword, hasDownloadBuckets: hasBuckets }: PostingsRequest) => [
  ...beginnings,
  ...(keyword === undefined ? [] : [term.keyword(keyword)]),
  ...(hasBuckets ? [bucketPrefix] : []),
]

interface PostingRow {
  term: string | null
  said: string | null
  version: number | null
  /** Segments that have changed, one after the other: number, bytes, members. */
  postings: Buffer | null
  queued: string | null
}

/**
 * With the change that is kept of a list, only what came after is read; a list that is kept as it will be later, of
 * another server of the same library, is read whole. All that is asked comes as one JSON, of which PostgreSQL expects the
 * same however much it is: so it keeps its plan. `offset 0` makes it look up each thing by its index.
 */
async function selectPostings(
  db: Database,
  { terms, prefixes: beginnings, keyword, hasDownloadBuckets: hasBuckets }: PostingsRequest,
  before: Map<string, CachedPostings>,
) {
  const asked = JSON.stringify({
    terms,
    beginnings,
    keywords: keyword === undefined ? [] : [keyword],
    families: hasBuckets ? [bucketPrefix] : [],
    kept: [...before].map(([term, { version }]) => ({ term, version })),
  })
  const rows = await executeNamed(
    db,
    'select_postings',
    sql<PostingRow>`
    with asked as materialized (select ${asked}::json as asked),
    found as (
      select term, null::text as said from asked, json_array_elements_text(asked -> 'terms') as term
      union all
      select ${sql.lit(term.word(''))} || word, said
      from asked, json_array_elements_text(asked -> 'beginnings') as said
      join word on word ~>=~ substr(said, 2) and word ~<~ (substr(said, 2) || chr(1114111)) and uses > 0
      union all
      select ${sql.lit(term.keyword(''))} || id, ${sql.lit(term.keyword(''))} || said
      from asked, json_array_elements_text(asked -> 'keywords') as said join keyword on lower(name) = lower(said)
      union all
      select term, said from asked, json_array_elements_text(asked -> 'families') as said
      join posting_list on term >= said and term < chr(ascii(said) + 1)
    )
    select found.term, said, list.version, null as queued, case when list.version is distinct from kept.version then (
      select string_agg(int4send(segment) || int4send(length(postings)) || postings, '') from posting
      where posting.term = found.term
        and posting.version > case when kept.version < list.version then kept.version else 0 end
    ) end as postings
    from found
    left join (
      select kept.* from asked, json_to_recordset(asked -> 'kept') as kept (term text, version bigint)
    ) as kept using (term)
    left join lateral (select version from posting_list where posting_list.term = found.term offset 0) as list on true
    union all
    select null, null, null, case when (select count(*) from ${queuedImages(maxQueued + 1)}) <= ${sql.lit(maxQueued)} then (
      select coalesce(json_agg(one), '[]')::text from (
        select * from ${queuedImages(maxQueued)} left join lateral (
          select ${indexedColumns} from published where published.pub_no = index_queue.pub_no offset 0
        ) as published using (pub_no)
      ) as one
    ) end, null`,
  )
  return rows
}

/** By the index, which forgets quickly what was brought in; the table is longer than what is in it. */
const queuedImages = (most: number) =>
  sql`(select pub_no from index_queue order by pub_no limit ${sql.lit(most)}) as index_queue`

/** What is kept, with what came after. */
function mergePostings(
  name: string,
  changed: number,
  before: CachedPostings | undefined,
  postings: Buffer | null,
): PostingList {
  if (before?.version === changed) return before.segments
  const segments = before && before.version < changed ? [...before.segments] : []
  for (let at = 0; postings && at < postings.length; ) {
    const [segment, bytes] = [postings.readInt32BE(at), postings.readInt32BE(at + 4)]
    segments[segment] = bytes ? decode(postings.subarray(at + 8, at + 8 + bytes)) : undefined
    at += 8 + bytes
  }
  postingCache.set(name, { version: changed, segments })
  return segments
}

/** The images in this text; as it is mostly the same as the last time, they are not made of it again. */
function parseQueued(text: string | null): QueuedBySegment | null {
  if (text === null) return null
  if (text !== lastQueued.text) lastQueued = { text, queued: groupBySegment(JSON.parse(text).map(toQueuedImage)) }
  return lastQueued.queued
}

let lastQueued: { text: string; queued: QueuedBySegment } = { text: '[]', queued: new Map() }
