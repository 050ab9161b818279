import { sql } from 'kysely'
import { indexedColumns } from '#features/search/inverted-index/index-writer.sql'
import type { IndexedImage } from '#features/search/inverted-index/terms'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/** A row of `published` with the stored JSON of its card. */
export interface PublishedRow extends IndexedImage {
  pub_no: number
  image_id: number
  json: string
}

/** Removes images from the read model; returns what the index holds of them. */
export function deletePublished(db: Database, imageIds: number[]) {
  const deletion = sql<IndexedImage & { pub_no: number }>`
    delete from published where image_id = any(${imageIds})
    returning ${indexedColumns}`
  return executeNamed(db, 'delete_published', deletion)
}

/** Those of these images that are public, with what the read model is made of. */
export function selectPublishable(db: Database, imageIds: number[]) {
  const query = db
    .selectFrom('images')
    .select(['id', 'pub_no', 'slug', 'title', 'cloudflare_id', 'width', 'height', 'byte_size', 'tone', 'category_id'])
    .select(['colours', 'downloads', 'delivery_url'])
    .select((eb) => [
      eb
        .selectFrom('image_keyword')
        .whereRef('image_id', '=', 'images.id')
        .select(sql<number[]>`coalesce(array_agg(keyword_id order by keyword_id), '{}')`.as('ids'))
        .as('keyword_ids'),
    ])
    .where('id', '=', sql<number>`any(${imageIds}::bigint[])`)
    .where('pub_no', 'is not', null)
  return executeNamed(db, 'select_publishable', query)
}

export type PublishableImage = Awaited<ReturnType<typeof selectPublishable>>[number]

export async function insertPublished(db: Database, rows: PublishedRow[]) {
  const insertion = sql`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        pub_no int, image_id bigint, category_id smallint, keyword_ids int[], words text[],
        colours int[], orientation smallint, longer_side int, downloads bigint, json text
      )
    ), inserted as (
      insert into published (
        pub_no, image_id, category_id, keyword_ids, words, colours, orientation, longer_side, downloads
      )
      select
        pub_no, image_id, category_id, keyword_ids, array_to_tsvector(words), colours, orientation, longer_side,
        downloads
      from row
    )
    insert into card (pub_no, json) select pub_no, json from row`
  await executeNamed(db, 'insert_published', insertion)
}

export async function updateCards(db: Database, cards: { pub_no: number; json: string }[]) {
  await sql`
    update card set json = row.json
    from unnest(${cards.map((row) => row.pub_no)}::int[], ${cards.map((row) => row.json)}::text[]) as row (pub_no, json)
    where card.pub_no = row.pub_no`.execute(db)
}

/** Adds to the uses of each word. Rows are locked in word order, so that concurrent approvals cannot deadlock. */
export async function adjustWordUses(db: Database, changes: Map<string, number>) {
  const upsert = sql`
    insert into word (word, uses)
    select * from unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::int[]) as changed (word, uses)
    order by word
    on conflict (word) do update set uses = word.uses + excluded.uses`
  await executeNamed(db, 'adjust_word_uses', upsert)
}

/**
 * Adds to the uses of each keyword, locking the rows in id order so that concurrent approvals cannot deadlock.
 * `for no key update` does not wait for transactions that give an image one of these keywords (foreign key locks).
 */
export function adjustKeywordUses(db: Database, changes: Map<number, number>) {
  const update = sql<{ id: number; name: string; has_words: boolean }>`
    with changed as (
      select * from unnest(${[...changes.keys()]}::int[], ${[...changes.values()]}::int[]) as changed (id, uses)
    ), locked as (
      select keyword.id from keyword join changed using (id) order by keyword.id for no key update of keyword
    )
    update keyword set uses = keyword.uses + changed.uses
    from changed join locked using (id) where keyword.id = changed.id
    returning keyword.id, keyword.name, keyword.words is not null as has_words`
  return executeNamed(db, 'adjust_keyword_uses', update)
}

/** Stores the words by which keywords are suggested; `adjustKeywordUses` has locked the rows. */
export async function saveKeywordWords(db: Database, keywords: { id: number; words: string[] }[]) {
  await sql`
    update keyword set words = array_to_tsvector(row.words)
    from jsonb_to_recordset(${JSON.stringify(keywords)}::jsonb) as row (id int, words text[])
    where keyword.id = row.id`.execute(db)
}
