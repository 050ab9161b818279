import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/** PostgreSQL's `%` calls two words similar when they share a fifth of their trigrams. */
export const searchSessionParameters = { 'pg_trgm.similarity_threshold': '0.2' }

/** What the dictionary knows about a word. */
export interface DictionaryEntry {
  word: string
  /** Published images that have it, and those with a word of its stem, counted once for each such word. */
  uses: number
  stem_uses: number
  /** Words of near meaning (`meaning.targets`); null where the word has none. */
  meanings: string | null
  /** What it means in English (`translation.targets`), for a word of another language or an emoji. */
  translations: string | null
}

/** One entry for each of these words, known or not. */
export function selectEntries(db: Database, words: { word: string; stem: string }[]): Promise<DictionaryEntry[]> {
  const query = sql<DictionaryEntry>`
    select input.word, coalesce(word.uses, 0) as uses, coalesce((
        select sum(uses)::int from word as form where form.stem = input.stem and form.uses > 0
      ), 0) as stem_uses,
      (select targets from meaning where meaning.word = input.word) as meanings,
      (select targets from translation where translation.word = input.word) as translations
    from json_to_recordset(${JSON.stringify(words)}::json) as input (word text, stem text)
    left join word on word.word = input.word`
  return executeNamed(db, 'select_dictionary_entries', query)
}

export interface SimilarWords {
  word: string
  /** Published words that begin with it, the most used first. */
  continuations: string[]
  /** Published words with similar trigrams. */
  similar: { word: string; uses: number }[]
}

/** Continuations of one word that are read. */
export const maxContinuations = 60

/**
 * For each of these words the published ones that begin with it or look like it. A fifth of the trigrams must be the
 * same, because two swapped letters leave no more in a short word. The pattern operators `~>=~` and `~<~` compare
 * bytes, so the index word_prefix serves them.
 */
export function selectSimilarWords(db: Database, words: string[]): Promise<SimilarWords[]> {
  const query = sql<SimilarWords>`
    select input as word,
      array(
        select word from word where word ~>=~ input and word ~<~ (input || chr(1114111)) and uses > 0
        order by uses desc, word limit ${sql.lit(maxContinuations)}
      ) as continuations,
      (
        select coalesce(json_agg(candidate), '[]') from (
          select word, uses from word where word % input and uses > 0
          order by similarity(word, input) desc, uses desc, word limit 300
        ) as candidate
      ) as similar
    from json_array_elements_text(${JSON.stringify(words)}::json) as input`
  return executeNamed(db, 'select_similar_words', query)
}
