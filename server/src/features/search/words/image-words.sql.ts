import { sql } from 'kysely'
import { allValues, changedRows, type Database, executeNamed } from '#kit/database/statements'

/** What the words of these images are made of, those in the trash included. */
export function selectTexts(db: Database, imageIds: number[]) {
  const query = db
    .selectFrom('images')
    .select(['id', 'owner_id', 'title', 'category_id', 'description', 'file_name'])
    .select(
      sql<string[]>`array(
        select name from image_keyword join keyword on keyword.id = keyword_id
        where image_id = images.id order by position
      )`.as('keywords'),
    )
    .where('id', '=', sql<number>`any(${imageIds}::bigint[])`)
  return executeNamed(db, 'select_image_texts', query)
}

export const saveImageWords = (db: Database, rows: { image_id: number; words: string }[]) => changedRows(db)`
  insert into image_words (image_id, words)
  select image_id, words::tsvector
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (image_id bigint, words text) order by image_id
  on conflict (image_id) do update set words = excluded.words`

/** Ids of the images whose stored words are others. */
export const differingImageWords = (db: Database, rows: { image_id: number; words: string }[]) => allValues<number>(db)`
  select row.image_id
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (image_id bigint, words text)
  left join image_words as stored using (image_id)
  where stored.image_id is null or stored.words <> row.words::tsvector order by row.image_id`
