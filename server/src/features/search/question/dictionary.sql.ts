import { sql } from 'kysely'
import { allRows, allValues, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'
import { term } from '../inverted-index/terms.ts'

/** PostgreSQL's `%` calls two words similar when they share a fifth of their trigrams. */
export const searchSessionParameters = { 'pg_trgm.similarity_threshold': '0.2' }

export interface DictionaryEntry {
  word: string
  /** Published images that have it, and those with a word of its stem, counted once for each such word. */
  uses: number
  stem_uses: number
  /** The latter as a share of all images, about. */
  share: number
  /** Whether descriptions have a word of its stem, and few enough for it to say something. */
  is_described: boolean
  /** Words of near meaning (`meaning.targets`); null where the word is not English. */
  meanings: string | null
  /** The percentage of its occurrences in which an English word is a noun, and how often WordNet's authors met it. */
  noun_share: number | null
  frequency: number | null
  /** What it means in English (`translation.targets`), for a word of another language or an emoji. */
  translations: string | null
}

/** Bytes of a posting list in all segments, which grow with the number of its images. */
const postingBytes = (name: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(octet_length(postings)), 0) from posting where term = ${name})`

/** Of the bytes of the list of all images; a word of more descriptions than these is boilerplate. */
const boilerplateShare = 1 / 20
/** Words of fewer bytes are no boilerplate in the smallest library either. */
const leastBoilerplateBytes = 100

/** `offset 0` keeps the planner, which expects more words than there are, from reading the whole dictionary. */
export const selectEntries = (db: Database, words: { word: string; stem: string }[]) =>
  allRows<DictionaryEntry>(db, 'select_dictionary_entries')`
    with library as materialized (
      select greatest(
        ${sql.lit(leastBoilerplateBytes)}, ${postingBytes(sql.lit(term.all))} * ${sql.lit(boilerplateShare)}
      ) as boilerplate_bytes, coalesce((select max(pub_no) from published), 1)::float as images
    )
    select input.word, coalesce(word.uses, 0) as uses, form.uses as stem_uses,
      form.uses / (select images from library) as share,
      ${postingBytes(sql`${sql.lit(term.descriptionStem(''))} || input.stem`)}
        between 1 and (select boilerplate_bytes from library) as is_described,
      meaning.targets as meanings, meaning.noun_share, meaning.frequency,
      (select targets from translation where translation.word = input.word) as translations
    from json_to_recordset(${JSON.stringify(words)}::json) as input (word text, stem text)
    left join lateral (select uses from word where word.word = input.word offset 0) as word on true
    left join lateral (
      select targets, noun_share, frequency from meaning where meaning.word = input.word offset 0
    ) as meaning on true
    cross join lateral (
      select coalesce(sum(uses), 0)::int as uses from word as form where form.stem = input.stem and form.uses > 0
    ) as form`

/** The stems that a word of images has, and the words that the table of meanings lists. */
export const selectKnown = (db: Database, stems: string[], words: string[]) =>
  oneRow<{ stems: string[]; words: string[] }>(db, 'select_known_words')`
    select array(select stem from word where stem = any(${stems}::text[]) and uses > 0) as stems,
      array(select word from meaning where word = any(${words}::text[])) as words`

/** The percentage of its occurrences from which on an English word is mostly a noun. */
export const mostlyNoun = 50

/** The words among these that are mostly nouns, or that the table of meanings does not list, as names. */
export async function selectNouns(db: Database, words: string[]): Promise<Set<string>> {
  const nouns = await allValues<string>(db, 'select_nouns')`
    select word from unnest(${words}::text[]) as word left join meaning using (word)
    where coalesce(noun_share, 100) >= ${sql.lit(mostlyNoun)}`
  return new Set(nouns)
}

const maxContinuations = 60

/** The most used first. The pattern operators `~>=~` and `~<~` compare bytes, so the index word_prefix serves them. */
export const selectContinuations = (db: Database, word: string) => allValues<string>(db, 'select_continuations')`
  select word from word where word ~>=~ ${word} and word ~<~ (${word} || chr(1114111)) and uses > 0
  order by uses desc, word limit ${sql.lit(maxContinuations)}`

const maxSimilar = 300

/** A fifth of the trigrams must be the same, because two swapped letters leave no more in a short word. */
export const selectSimilarWords = (db: Database, word: string) => allValues<string>(db, 'select_similar_words')`
  select word from word where word % ${word} and uses > 0
  order by similarity(word, ${word}) desc, uses desc, word limit ${sql.lit(maxSimilar)}`

// The tables of meanings and translations.

export type WordTable = 'meaning' | 'translation'

/** Version of the loaded table; undefined before it is loaded. */
export const loadedVersion = (db: Database, table: WordTable) =>
  oneValue<string | undefined>(db)`select targets from ${sql.table(table)} where word = ''`

export const saveVersion = (db: Database, table: WordTable, version: string) =>
  changedRows(db)`insert into ${sql.table(table)} (word, targets) values ('', ${version})`

export const deleteRows = (db: Database, table: WordTable) => changedRows(db)`delete from ${sql.table(table)}`

/** English words alone have a noun share and a frequency. */
export interface WordRow {
  word: string
  targets: string
  noun_share?: number
  frequency?: number
}

export const insertRows = (db: Database, table: WordTable, rows: WordRow[]) => changedRows(db)`
  insert into ${sql.table(table)}
  select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
