import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { indexedColumns } from '#features/images/index-queries'
import { term } from '#features/images/index-terms'
import { read } from '#features/images/members'
import { type Database, prepared } from '#kit/database'
import { bySegment, type FreshBySegment, freshOf, type Lists, type Segments } from './listing.ts'

interface Kept {
  /** The last change that it knows; no two libraries have the same. */
  changed: number
  segments: Segments
}

/** Bytes, with what arrays weigh besides what is in them. */
const weightOf = ({ segments }: Kept) => segments.reduce((sum, one) => sum + 8 + (one ? one.byteLength + 200 : 0), 500)

/**
 * Lists that were read. What all processes share is the database's: it says each time whether one has changed, and whoever
 * has forgotten one reads it again.
 */
const kept = new LRUCache<string, Kept>({ maxSize: 128 * 2 ** 20, sizeCalculation: weightOf })

/** Names of lists that only the database knows, as it said them last: those are asked for as kept ones too. */
const foundLast = new LRUCache<string, string[]>({
  maxSize: 8 * 2 ** 20,
  sizeCalculation: (names) => names.reduce((sum, name) => sum + 40 + 2 * name.length, 200),
})

export interface Asked {
  /** Names of lists. */
  terms: string[]
  /** Beginnings of words whose lists are needed too, as names of lists of words. */
  beginnings: string[]
  /** A tag's, whatever its case. */
  keyword: string | undefined
  /** The lists by number of downloads too. */
  hasBuckets: boolean
}

export interface Standing {
  lists: Lists
  /** Names of lists by what asked for them: by beginning, by keyword (as names of lists), and `buckets`. */
  found: Map<string, string[]>
}

export const buckets = term.downloads('')

/** More changed images than these are not looked at one by one. */
const mostFresh = 5_000

/**
 * The lists, and the images that have changed since they learnt of them: of one statement, so of one moment. Null when
 * more have changed than are looked at: the lists are not to be asked.
 */
export async function standing(db: Database, asked: Asked): Promise<Standing | null> {
  const hints = hintsOf(asked)
  const before = new Map(
    [...asked.terms, ...hints.flatMap((one) => foundLast.get(one) ?? [])].flatMap((name) => {
      const list = kept.get(name)
      return list ? [[name, list] as const] : []
    }),
  )
  const rows = await ask(db, asked, before)
  const found = new Map<string, string[]>(hints.map((one) => [one, []]))
  const lists = new Map<string, Segments>()
  let fresh: FreshBySegment | null = null
  for (const row of rows) {
    if (row.term === null) fresh = freshIn(row.fresh)
    else {
      if (row.said !== null) found.get(row.said)!.push(row.term)
      if (row.changed !== null) lists.set(row.term, readOn(row.term, row.changed, before.get(row.term), row.postings))
    }
  }
  for (const [said, names] of found) if (names.length) foundLast.set(said, names)
  return fresh && { lists: { of: lists, fresh }, found }
}

/** What asks for lists whose names only the database knows. */
const hintsOf = ({ beginnings, keyword, hasBuckets }: Asked) => [
  ...beginnings,
  ...(keyword === undefined ? [] : [term.keyword(keyword)]),
  ...(hasBuckets ? [buckets] : []),
]

interface Row {
  term: string | null
  said: string | null
  changed: number | null
  /** Segments that have changed, one after the other: number, bytes, members. */
  postings: Buffer | null
  fresh: string | null
}

/**
 * With the change that is kept of a list, only what came after is read; a list that is kept as it will be later, of
 * another server of the same library, is read whole. All that is asked comes as one JSON, of which PostgreSQL expects the
 * same however much it is: so it keeps its plan. `offset 0` makes it look up each thing by its index.
 */
async function ask(db: Database, { terms, beginnings, keyword, hasBuckets }: Asked, before: Map<string, Kept>) {
  const asked = JSON.stringify({
    terms,
    beginnings,
    keywords: keyword === undefined ? [] : [keyword],
    families: hasBuckets ? [buckets] : [],
    kept: [...before].map(([term, { changed }]) => ({ term, changed })),
  })
  const { rows } = await sql<Row>`${prepared}
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
    select found.term, said, list.changed, null as fresh, case when list.changed is distinct from kept.changed then (
      select string_agg(int4send(segment) || int4send(length(members)) || members, '') from posting
      where posting.term = found.term
        and posting.changed > case when kept.changed < list.changed then kept.changed else 0 end
    ) end as postings
    from found
    left join (
      select kept.* from asked, json_to_recordset(asked -> 'kept') as kept (term text, changed bigint)
    ) as kept using (term)
    left join lateral (select changed from posting_list where posting_list.term = found.term offset 0) as list on true
    union all
    select null, null, null, case when (select count(*) from ${freshest(mostFresh + 1)}) <= ${sql.lit(mostFresh)} then (
      select coalesce(json_agg(one), '[]')::text from (
        select * from ${freshest(mostFresh)} left join lateral (
          select ${indexedColumns} from published where published.pub_no = fresh.pub_no offset 0
        ) as published using (pub_no)
      ) as one
    ) end, null`.execute(db)
  return rows
}

/** By the index, which forgets quickly what was brought in; the table is longer than what is in it. */
const freshest = (most: number) => sql`(select pub_no from fresh order by pub_no limit ${sql.lit(most)}) as fresh`

/** What is kept, with what came after. */
function readOn(name: string, changed: number, before: Kept | undefined, postings: Buffer | null): Segments {
  if (before?.changed === changed) return before.segments
  const segments = before && before.changed < changed ? [...before.segments] : []
  for (let at = 0; postings && at < postings.length; ) {
    const [segment, bytes] = [postings.readInt32BE(at), postings.readInt32BE(at + 4)]
    segments[segment] = bytes ? read(postings.subarray(at + 8, at + 8 + bytes)) : undefined
    at += 8 + bytes
  }
  kept.set(name, { changed, segments })
  return segments
}

/** The images in this text; as it is mostly the same as the last time, they are not made of it again. */
function freshIn(text: string | null): FreshBySegment | null {
  if (text === null) return null
  if (text !== lastFresh.text) lastFresh = { text, fresh: bySegment(JSON.parse(text).map(freshOf)) }
  return lastFresh.fresh
}

let lastFresh: { text: string; fresh: FreshBySegment } = { text: '[]', fresh: new Map() }
