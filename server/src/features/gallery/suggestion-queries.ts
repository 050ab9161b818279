import type { Suggestion } from '@vitrine/contract/gallery'
import { sql } from 'kysely'
import { wordsOf } from '#features/images/words'
import { type Database, prepared } from '#kit/database'
import { mixed, suggested } from './rules.ts'
import { maxWords } from './search.ts'
import { listed } from './select-queries.ts'

/** Titles and tags that hold the words that were typed; the last one may be half a word. */
export async function suggestionsFor(db: Database, typed: string): Promise<Suggestion[]> {
  const words = wordsOf(typed).slice(0, maxWords)
  if (!words.length) return []
  return mixed(await titlesWith(db, words), await tagsWith(db, words))
}

/** Of the newest that match, the shortest first. Titles that differ by case alone are one. */
async function titlesWith(db: Database, words: string[]): Promise<string[]> {
  const terms = words.map((word, at) => ({ words: [word], isBeginning: at === words.length - 1 }))
  const { ids } = await listed(db, { sort: 'newest' }, terms, 1)
  const { rows } = await sql<{ title: string }>`${prepared}
    with one as (
      select distinct on (lower(title)) title from images where pub_no = any(${ids}::int[]) order by lower(title), id desc
    )
    select title from one order by length(title), title limit ${suggested}`.execute(db)
  return rows.map(({ title }) => title)
}

/** Of all that match only so many are looked at, so a letter that begins half of the words costs no more. */
const candidates = 200
/** The most used tags of all are always looked at, whatever the index finds first. */
const popular = 1_000

async function tagsWith(db: Database, words: string[]): Promise<string[]> {
  const query = `${words.map((word) => `'${word}'`).join(' & ')}:*`
  const { rows } = await sql<{ name: string }>`${prepared}
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
