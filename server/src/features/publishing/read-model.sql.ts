import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { indexedColumns, oldIndexedColumns } from '#features/search/inverted-index/index-writer.sql'
import { type IndexedImage, popularityDays, popularityThresholds } from '#features/search/inverted-index/terms'
import { stemOf } from '#features/search/words/word-forms'
import { allRows, allValues, changedRows, type Database, executeNamed } from '#kit/database/statements'
import type { Tables } from '#schema'

/** A row of `published` but its popularity, and that of its card; the words are the tsvector of its texts, as text. */
export type PublishedRow = Omit<Selectable<Tables['published'] & Tables['card']>, 'popularity'>

/** Removes images from the read model; returns what the index holds of them. */
export const deletePublished = (db: Database, imageIds: number[]) =>
  allRows<IndexedImage & { pub_no: number }>(db, 'delete_published')`
    delete from published where image_id = any(${imageIds})
    returning ${indexedColumns}`

/** The class of a number of downloads, 0 to `maxPopularity`. */
const popularityOf = (downloads: RawBuilder<unknown>) =>
  sql<number>`width_bucket(${downloads}, array[${sql.raw(popularityThresholds.join())}]::numeric[])`

/** Of a row of `image_download_day`. */
const isRecent = sql<SqlBool>`day > (now() at time zone 'utc')::date - ${sql.lit(popularityDays)}::int`

export function selectPublishable(db: Database, imageIds: number[]) {
  const query = db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['id', 'pub_no', 'slug', 'title', 'description', 'cloudflare_id', 'category_id', 'licence', 'ai_made'])
    .select(['downloads', 'source', 'preview_version'])
    .select(['delivery_url', 'width', 'height', 'byte_size', 'contrast_tile', 'visible_box', 'colours'])
    .select(['transparent_ratio', 'translucent_ratio', 'edge_score', 'findings', 'open_findings'])
    .select((eb) =>
      eb
        .selectFrom('image_keyword')
        .innerJoin('keyword', 'keyword.id', 'keyword_id')
        .whereRef('image_id', '=', 'images.id')
        .select(
          sql<{ id: number; name: string }[]>`
            coalesce(json_agg(json_build_object('id', keyword.id, 'name', keyword.name) order by position), '[]')`.as(
            'keywords',
          ),
        )
        .as('keywords'),
    )
    .where('id', '=', sql<number>`any(${imageIds}::bigint[])`)
    .where('pub_no', 'is not', null)
  return executeNamed(db, 'select_publishable', query)
}

export type PublishableImage = Awaited<ReturnType<typeof selectPublishable>>[number]

/** Sets the popularity of images whose class has changed, at most `limit`, and queues them; returns their number. */
export const updatePopularity = (db: Database, limit: number) => changedRows(db)`
  with recent as (
    select image_id, ${popularityOf(sql`sum(count)`)} as popularity from image_download_day where ${isRecent}
    group by image_id
  ), changed as (
    select pub_no, coalesce(recent.popularity, 0) as popularity
    from published left join recent using (image_id)
    where published.popularity <> coalesce(recent.popularity, 0)
    order by pub_no limit ${limit} for no key update of published
  ), updated as (
    update published set popularity = changed.popularity from changed where published.pub_no = changed.pub_no
    returning ${oldIndexedColumns}
  )
  insert into index_queue (pub_no, indexed_as)
  select pub_no, to_jsonb(updated) - 'pub_no' from updated order by pub_no
  on conflict (pub_no) do update set pub_no = excluded.pub_no`

/** Named, so that a migration may add a column while this version writes rows. */
const columns = sql.raw(
  'pub_no, image_id, category_id, keyword_ids, words, colours, orientation, longer_side, transparency, ' +
    'has_clean_edges, licence, ai, downloads',
)

const asRowsOf = (table: 'published' | 'card', rows: PublishedRow[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as ${sql.table(table)}`

/** Returns what the index will hold of the images. */
export const insertPublished = (db: Database, rows: PublishedRow[]) =>
  allRows<IndexedImage & { pub_no: number }>(db, 'insert_published')`
    with inserted as (
      insert into published (${columns}, popularity)
      select ${columns}, (
        select ${popularityOf(sql`coalesce(sum(count), 0)`)} from image_download_day
        where image_id = published.image_id and ${isRecent}
      )
      from ${asRowsOf('published', rows)}
      returning ${indexedColumns}
    ), inserted_card as (
      insert into card (pub_no, json, title_key) select pub_no, json, title_key from ${asRowsOf('card', rows)}
    )
    select * from inserted`

export const updateCards = (db: Database, cards: { pub_no: number; json: string }[]) => changedRows(db)`
  update card set json = row.json
  from unnest(${cards.map((row) => row.pub_no)}::int[], ${cards.map((row) => row.json)}::text[]) as row (pub_no, json)
  where card.pub_no = row.pub_no`

/** Ids of the images whose rows in the read model are others; their popularity is brought up to date each night. */
export const differingImages = (db: Database, imageIds: number[], rows: PublishedRow[]) => allValues<number>(db)`
  with expected as materialized (
    select ${columns}, title_key, json::jsonb
    from ${asRowsOf('published', rows)} join ${asRowsOf('card', rows)} using (pub_no)
  ), stored as materialized (
    select ${columns}, title_key, case when json is json then json::jsonb end as json
    from published left join card using (pub_no) where image_id = any(${imageIds}::bigint[])
  )
  select coalesce(expected.image_id, stored.image_id) as image_id
  from expected full join stored on stored.image_id = expected.image_id
  where to_jsonb(expected) is distinct from to_jsonb(stored)
  order by image_id`

/** Adds to the uses of each word. Rows are locked in word order, so that concurrent approvals cannot deadlock. */
export function adjustWordUses(db: Database, changes: Map<string, number>) {
  const words = [...changes.keys()]
  return changedRows(db, 'adjust_word_uses')`
    insert into word (word, stem, uses)
    select * from unnest(${words}::text[], ${words.map(stemOf)}::text[], ${[...changes.values()]}::int[])
      as changed (word, stem, uses)
    order by word
    on conflict (word) do update set uses = word.uses + excluded.uses`
}

/** The order of ids keeps approvals from a deadlock; `for no key update` does not wait for foreign key locks. */
export const adjustKeywordUses = (db: Database, changes: Map<number, number>) =>
  changedRows(db, 'adjust_keyword_uses')`
    with changed as (
      select * from unnest(${[...changes.keys()]}::int[], ${[...changes.values()]}::int[]) as changed (id, uses)
    ), locked as (
      select keyword.id from keyword join changed using (id) order by keyword.id for no key update of keyword
    )
    update keyword set uses = keyword.uses + changed.uses
    from changed join locked using (id) where keyword.id = changed.id`
