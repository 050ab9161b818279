import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Indexed, term } from '#features/images/index-terms'
import { type Members, read } from '#features/images/members'
import type { Database } from '#kit/database'

/** The images of one list, by segment. */
export type Segments = readonly (Members | undefined)[]

interface Kept {
  /** The last change that it knows; no two libraries have the same. */
  changed: number
  segments: Segments
  bytes: number
}

/**
 * Lists that were read. What all processes share is the database's: it says each time whether one has changed, and whoever
 * has forgotten one reads it again.
 */
const kept = new LRUCache<string, Kept>({ maxSize: 128 * 2 ** 20, sizeCalculation: ({ bytes }) => bytes })

interface Asked {
  /** Names of lists. */
  terms: string[]
  /** Letters that words begin with whose lists are needed too. */
  beginnings: string[]
  keyword: string | undefined
  /** The lists by number of downloads too. */
  hasBuckets: boolean
}

interface Told {
  /** More have changed than are looked at: the lists are not to be asked. */
  isBehind: boolean
  fresh: (Indexed & { pub_no: number; words: string[] | null })[]
  lists: [name: string, changed: number][]
  words: [letters: string, word: string][]
  keyword: number | null
}

export interface Standing extends Omit<Told, 'lists'> {
  lists: Map<string, Segments>
}

/** More changed images than these are not looked at one by one. */
const mostFresh = 5_000
const isBehind = sql`(select count(*) from (select from fresh limit ${sql.lit(mostFresh + 1)}) as few) > ${sql.lit(mostFresh)}`

/**
 * The lists, and the images that have changed since they learnt of them: of one moment. Null when the lists have moved on
 * while they were read.
 */
export async function standing(db: Database, asked: Asked): Promise<Standing | null> {
  const { told, postings } = await ask(db, asked)
  const wanted = new Map(told.lists)
  const lists = new Map<string, Segments>()
  const missing: string[] = []
  for (const [name, changed] of wanted) {
    const list = readOn(name, changed, postings.get(name))
    if (list) lists.set(name, list)
    else missing.push(name)
  }
  // Names that only the database knew: of words, and of a tag.
  const read = missing.length ? await readWhole(db, missing) : []
  for (const [name, { changed, postings }] of read) {
    if (changed !== wanted.get(name)) return null
    lists.set(name, keep(name, changed, [], postings))
  }
  return { ...told, lists }
}

interface Posting {
  segment: number
  members: Buffer
}

/** What is kept, with what came after; undefined when something is missing between them. */
function readOn(name: string, changed: number, after: (Posting & { known: number })[] = []): Segments | undefined {
  const before = kept.get(name)
  if (before?.changed === changed) return before.segments
  const known = after[0]?.known
  if (known === undefined || (known !== 0 && known !== before?.changed)) return undefined
  return keep(name, changed, known ? before!.segments : [], after)
}

function keep(name: string, changed: number, before: Segments, after: Posting[]): Segments {
  const segments = [...before]
  for (const { segment, members } of after) segments[segment] = members.length ? read(members) : undefined
  kept.set(name, { changed, segments, bytes: weightOf(segments) })
  return segments
}

/** Bytes, with what arrays weigh besides what is in them. */
const weightOf = (segments: Segments) => segments.reduce((sum, one) => sum + 8 + (one ? one.byteLength + 200 : 0), 500)

/** All of one statement, so of one moment; of what is asked for no more than it needs, since each part takes time to plan. */
async function ask(db: Database, { terms, beginnings, keyword, hasBuckets }: Asked) {
  const names = hasBuckets ? [...terms, ...bucketsKept()] : terms
  const known = names.map((name) => kept.get(name)?.changed ?? 0)
  const begun = beginnings.length ? begunBy(beginnings) : null
  const tag = keyword ? sql`select id from keyword where lower(name) = lower(${keyword})` : null
  const more = [
    ...(begun ? [sql`array(select ${term.word('')}::text || word from (${begun}) as begun)`] : []),
    ...(tag ? [sql`array(select ${term.keyword('')}::text || id from (${tag}) as tag)`] : []),
    ...(hasBuckets ? [sql`array(select term from posting_list where term >= 'd' and term < 'e')`] : []),
  ]
  const { rows } = await sql<{ told: Told | null; term: string; known: number } & Posting>`
    select
      json_build_object(
        'isBehind', ${isBehind},
        'fresh', (
          select coalesce(json_agg(one), '[]') from (
            select fresh.pub_no, category_id, keyword_ids, tsvector_to_array(words) as words, colours, orientation, longer_side, downloads
            from fresh left join published using (pub_no) where not (${isBehind})
          ) as one
        ),
        'lists', (
          select coalesce(json_agg(json_build_array(term, changed)), '[]') from posting_list
          where term = any(${sql.join([sql`${names}::text[]`, ...more], sql` || `)})
        ),
        'words', ${begun ? sql`(select coalesce(json_agg(json_build_array(letters, word)), '[]') from (${begun}) as begun)` : sql`'[]'::json`},
        'keyword', ${tag ? sql`(${tag})` : sql`null::int`}
      ) as told, null as term, null::int as segment, null::bytea as members, null::bigint as known
    union all
    select null, posting.term, segment, members, known
    from unnest(${names}::text[], ${known}::bigint[]) as asked (term, known)
    join posting_list on posting_list.term = asked.term and posting_list.changed > known
    join posting on posting.term = asked.term and posting.changed > known`.execute(db)
  const postings = Map.groupBy(rows.filter((row) => row.told === null), (row) => row.term) // biome-ignore format: one thought
  return { told: rows.find((row) => row.told)!.told!, postings }
}

async function readWhole(db: Database, names: string[]) {
  const { rows } = await sql<{ term: string; changed: number } & Posting>`
    select term, posting_list.changed, segment, members from posting_list join posting using (term)
    where term = any(${names}::text[])`.execute(db)
  const lists = Map.groupBy(rows, (row) => row.term)
  return [...lists].map(([name, postings]) => [name, { changed: postings[0]!.changed, postings }] as const)
}

const begunBy = (beginnings: string[]) => sql`
  select letters, word from unnest(${beginnings}::text[]) as letters
  join word on word ~>=~ letters and word ~<~ (letters || chr(1114111)) and uses > 0`

const bucketsKept = () => [...kept.keys()].filter((name) => /^d\d+$/.test(name))
