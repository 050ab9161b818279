import type { Suggestion } from '@vitrine/contract/calls/gallery'
import { sql } from 'kysely'
import { tokenize } from '#features/images/tokenizer'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import { searchByIndex } from './planner.ts'
import { maxQueryWords } from './query.ts'
import { maxSuggestions, mixSuggestions } from './spelling.ts'

/** Titles and tags that hold the words that were typed; the last one may be half a word. */
export async function suggest(db: Database, typed: string): Promise<Suggestion[]> {
  const words = tokenize(typed).slice(0, maxQueryWords)
  if (!words.length) return []
  return mixSuggestions(await titlesContaining(db, words), await keywordsContaining(db, words))
}

/** Of the newest that match, the shortest first. Titles that differ by case alone are one. */
async function titlesContaining(db: Database, words: string[]): Promise<string[]> {
  const terms = words.map((word, at) => ({ words: [word], isPrefix: at === words.length - 1 }))
  const { ids } = await searchByIndex(db, { sort: 'newest' }, terms, 1)
  const rows = await executeNamed(
    db,
    'titles_of_images',
    sql<{ title: string }>`
    with one as (
      select distinct on (lower(title)) title from images where pub_no = any(${ids}::int[]) order by lower(title), id desc
    )
    select title from one order by length(title), title limit ${maxSuggestions}`,
  )
  return rows.map(({ title }) => title)
}

/** Of all that match only so many are looked at, so a letter that begins half of the words costs no more. */
const maxCandidates = 200
/** The most used tags of all are always looked at, whatever the index finds first. */
const popularKeywords = 1_000

async function keywordsContaining(db: Database, words: string[]): Promise<string[]> {
  const query = `${words.map((word) => `'${word}'`).join(' & ')}:*`
  const rows = await executeNamed(
    db,
    'keywords_containing',
    sql<{ name: string }>`
    with popular as materialized (
      select id, name, uses, words from keyword where uses > 0 order by uses desc, id limit ${popularKeywords}
    ), matching as (
      (select id, name, uses from popular where words @@ ${query}::tsquery)
      union
      (select id, name, uses from keyword where words @@ (select ${query}::tsquery) and uses > 0 limit ${maxCandidates})
    )
    select name from matching order by uses desc, id limit ${maxSuggestions}`,
  )
  return rows.map(({ name }) => name)
}
