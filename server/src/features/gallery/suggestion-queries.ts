import type { Suggestion } from '@vitrine/contract/gallery'
import { sql } from 'kysely'
import { wordsOf } from '#features/images/words'
import type { Database } from '#kit/database'
import { mixed, suggested } from './rules.ts'
import { maxWords } from './search.ts'

/** Titles and tags that hold the words that were typed; the last one may be half a word. */
export async function suggestionsFor(db: Database, typed: string): Promise<Suggestion[]> {
  const words = wordsOf(typed).slice(0, maxWords)
  if (!words.length) return []
  const query = `${words.map((word) => `'${word}'`).join(' & ')}:*`
  return mixed(await titlesWith(db, query), await tagsWith(db, query))
}

/** Of all that match only so many are looked at, so a letter that begins half of the words costs no more. */
const candidates = 200
/** Among so many of the newest a common word has candidates enough, and the index on words is not even asked. */
const newest = 3_000
const enough = 50
/** The most used tags of all are always looked at, whatever the index finds first. */
const popular = 1_000

/**
 * The shortest first. Titles that differ by case alone are one. As a subquery the words are hidden from the planner, which
 * would walk the whole table for one that it knows to be common: 440 ms in a million where those that have it lie last.
 */
async function titlesWith(db: Database, query: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    with newest as (
      select image_id, words from published order by pub_no desc limit ${newest}
    ), recent as materialized (
      select image_id from newest where words @@ ${query}::tsquery limit ${candidates}
    ), matching as materialized (
      select image_id from recent
      union
      (select image_id from published
        where (select count(*) from recent) < ${enough} and words @@ (select ${query}::tsquery) limit ${candidates})
    ), one as (
      select distinct on (lower(title)) title
      from matching join images on images.id = image_id order by lower(title), image_id desc
    )
    select title from one order by length(title), title limit ${suggested}`.execute(db)
  return rows.map(({ title }) => title)
}

async function tagsWith(db: Database, query: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with popular as materialized (
      select id, name, uses, words from keyword where uses > 0 order by uses desc, id limit ${popular}
    ), matching as (
      (select id, name, uses from popular where words @@ ${query}::tsquery)
      union
      (select id, name, uses from keyword where words @@ (select ${query}::tsquery) and uses > 0 limit ${candidates})
    )
    select name from matching order by uses desc, id limit ${suggested}`.execute(db)
  return rows.map(({ name }) => name)
}
