import type { Orientation, Sort } from '@vitrine/contract/filters'
import { limits } from '@vitrine/contract/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orientationNumbers } from '#features/images/rules'
import { wordsOf } from '#features/images/words'
import type { Database } from '#kit/database'
import { nearest } from './rules.ts'

/** What a visitor searches by; every part may be missing. */
export interface Search {
  title?: string
  category?: number
  keyword?: string
  /** A colour's id. */
  colour?: number
  orientation?: Orientation
  /** Least pixels of the longer side. */
  size?: number
  sort?: Sort
}

/** One page of a listing: how many images there are in all, exactly, and the publish numbers of this page. */
export interface Listing {
  count: number
  ids: number[]
}

/** One word that was asked for, as tsqueries: what finds it, and what finds it as a whole word. */
interface Term {
  finds: string
  whole: string
}

const beginning = (word: string): Term => ({ finds: `'${word}':*`, whole: `'${word}'` })

function anyOf(words: string[]): Term {
  const either = `(${words.map((word) => `'${word}'`).join(' | ')})`
  return { finds: either, whole: either }
}

export const maxWords = 8

/**
 * Every visitors' listing comes from here. Words of the title in any order, each of them a beginning; where a word begins
 * nothing that is published, the nearest known words stand in for it.
 */
export async function select(db: Database, search: Search, page: number): Promise<Listing> {
  const words = wordsOf(search.title ?? '').slice(0, maxWords)
  const listing = await listed(db, search, words.map(beginning), page)
  if (listing.count > 0 || !words.length) return listing
  const corrected = await correct(db, words)
  return corrected ? listed(db, search, corrected, page) : listing
}

async function listed(db: Database, search: Search, terms: Term[], page: number): Promise<Listing> {
  const where = conditions(search, terms)
  const offset = (page - 1) * limits.imagesPerPage
  // A page past the end is known to be empty by the count, so nobody walks a whole index to find nothing.
  const { rows } = await sql<Listing>`
    with counted as materialized (select count(*)::int as count from published where ${where})
    select count, case when count > ${offset} then array(
      select pub_no from published where ${where}
      order by ${order(search, terms)} limit ${limits.imagesPerPage} offset ${offset}
    ) else '{}' end as ids from counted`.execute(db)
  return rows[0]!
}

function conditions(search: Search, terms: Term[]): RawBuilder<SqlBool> {
  const { category, keyword, colour, orientation, size } = search
  const all: RawBuilder<SqlBool>[] = []
  if (category !== undefined) all.push(sql`category_id = ${category}`)
  if (keyword) {
    all.push(sql`keyword_ids @> array(select id from keyword where lower(name) = lower(${keyword}))`)
    all.push(sql`exists (select from keyword where lower(name) = lower(${keyword}))`) // everything contains nothing
  }
  if (colour !== undefined) all.push(sql`colours @> array[${colour}::int]`)
  if (orientation) all.push(sql`orientation = ${orientationNumbers[orientation]}`)
  if (size !== undefined) all.push(sql`longer_side >= ${size}`)
  if (terms.length) all.push(sql`words @@ ${terms.map(({ finds }) => finds).join(' & ')}::tsquery`)
  return all.length ? sql`${sql.join(all, sql` and `)}` : sql`true`
}

/** The best match holds the most words whole, then the fewest besides. */
function order({ sort }: Search, terms: Term[]): RawBuilder<unknown> {
  if (sort === 'downloads') return sql`downloads desc, pub_no desc`
  if (sort === 'newest' || !terms.length) return sql`pub_no desc`
  const whole = terms.map((term) => sql`(words @@ ${term.whole}::tsquery)::int`)
  return sql`${sql.join(whole, sql` + `)} desc, length(words), pub_no desc`
}

/** Terms with the words that nothing begins with replaced by the nearest known ones; null when that helps nothing. */
async function correct(db: Database, words: string[]): Promise<Term[] | null> {
  const known = await knownBeginnings(db, words)
  const unknown = words.filter((word) => !known.has(word))
  if (!unknown.length) return null
  const nearest = new Map<string, string[]>()
  for (const word of unknown) nearest.set(word, await nearestWords(db, word)) // one connection for one search
  return words.map((word) => (nearest.get(word)?.length ? anyOf(nearest.get(word)!) : beginning(word)))
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

/** The stored cards of a page as the inside of a JSON array, in the order of these publish numbers. */
export async function cardsOf(db: Database, ids: number[]): Promise<string> {
  if (!ids.length) return ''
  const { rows } = await sql<{ cards: string | null }>`
    select string_agg(json, ',' order by place) as cards
    from unnest(${ids}::int[]) with ordinality as listed (pub_no, place) join card using (pub_no)`.execute(db)
  return rows[0]?.cards ?? ''
}

/** Tags of approved images, the most used first. */
export function tagsInUse(db: Database, first: number) {
  return db
    .selectFrom('keyword')
    .select(['id', 'name'])
    .where('uses', '>', 0)
    .orderBy('uses', 'desc')
    .orderBy('id')
    .limit(first)
    .execute()
}

/** An image that is not in the trash, with its contributor's public name, whatever its status. */
export function imageBySlug(db: Database, slug: string) {
  return db
    .selectFrom('images')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .selectAll('images')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const candidates = 400

/**
 * Images like this one: those that share the most keywords, then those of its category, the newest first. Of the images
 * that share a keyword only the newest few hundred are compared, so a tag that everything bears costs no more.
 */
export async function related(db: Database, image: { id: number; category_id: number | null }, keywordIds: number[]) {
  const { rows } = await sql<{ pub_no: number; shared: number }>`
    with alike as (
      (select pub_no, keyword_ids from published
        where keyword_ids && ${keywordIds}::int[] and image_id <> ${image.id}
        order by pub_no desc limit ${candidates})
      union
      (select pub_no, keyword_ids from published
        where category_id = ${image.category_id} and image_id <> ${image.id}
        order by pub_no desc limit ${limits.relatedImages})
    )
    select pub_no, cardinality(array(select unnest(keyword_ids) intersect select unnest(${keywordIds}::int[]))) as shared
    from alike order by shared desc, pub_no desc limit ${limits.relatedImages}`.execute(db)
  return rows.map((row) => row.pub_no)
}

/** Cards in the order of these publish numbers. */
export async function cardsInOrder(db: Database, ids: number[]) {
  if (!ids.length) return []
  const rows = await db.selectFrom('card').selectAll().where('pub_no', 'in', ids).execute()
  const byNumber = new Map(rows.map((row) => [row.pub_no, row.json]))
  return ids.flatMap((id) => byNumber.get(id) ?? [])
}
