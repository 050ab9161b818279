import { type Card, card } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { orientationNumbers, orientationOf } from '#features/images/slug'
import { tokenize } from '#features/images/tokenizer'
import { publicUrl } from '#features/images/urls'
import { enqueueReindex, indexedColumns } from '#features/search/inverted-index/index-writer'
import type { IndexedImage } from '#features/search/inverted-index/terms'
import { searchableColourIds } from '#imaging/colour-names'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import { syncCdnOutbox } from './cdn-outbox.sql.ts'

/** Heard by every process when what visitors see has changed. */
export const galleryChanged = 'gallery changed'

/**
 * Makes the gallery's read model true for these images, whatever happened to them: approved, edited, rejected, moved to
 * the trash or restored. Runs inside the transaction of the change, so no listing ever disagrees with the images.
 */
export async function syncReadModel(db: Database, imageIds: number[]) {
  await syncCdnOutbox(db, imageIds)
  const gone = await unpublish(db, imageIds)
  const come = await readPublishable(db, imageIds)
  await publish(db, come)
  await enqueueReindex(db, gone, come)
  await adjustWordUses(
    db,
    useChanges(
      come.flatMap((one) => one.words),
      gone.flatMap((one) => one.words),
    ),
  )
  await adjustKeywordUses(
    db,
    useChanges(
      come.flatMap((one) => one.keyword_ids),
      gone.flatMap((one) => one.keyword_ids),
    ),
  )
  if (gone.length || come.length) await notify(db, galleryChanged)
}

async function unpublish(db: Database, imageIds: number[]) {
  const rows = await executeNamed(
    db,
    'unpublish',
    sql<IndexedImage & { pub_no: number }>`
    delete from published where image_id = any(${imageIds})
    returning ${indexedColumns}`,
  )
  return rows
}

/** The rows that belong into the read model, with the card that a listing sends. */
async function readPublishable(db: Database, imageIds: number[]) {
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
  const rows = await executeNamed(db, 'read_publishable', query)
  return rows.map((row) => ({
    pub_no: row.pub_no!,
    image_id: row.id,
    category_id: row.category_id,
    keyword_ids: row.keyword_ids ?? [],
    words: tokenize(row.title),
    colours: searchableColourIds(row.colours),
    orientation: orientationNumbers[orientationOf(row)],
    longer_side: Math.max(row.width, row.height),
    downloads: row.downloads,
    json: JSON.stringify(
      z.parse(card, {
        ...row,
        colour: row.colours[0]?.hex ?? null,
        cloudflare_url: publicUrl(row),
      } satisfies Card),
    ),
  }))
}

type PublishableImage = Awaited<ReturnType<typeof readPublishable>>[number]

async function publish(db: Database, rows: PublishableImage[]) {
  if (!rows.length) return
  await executeNamed(
    db,
    'publish',
    sql`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        pub_no int, image_id bigint, category_id smallint, keyword_ids int[], words text[],
        colours int[], orientation smallint, longer_side int, downloads bigint, json text
      )
    ), listed as (
      insert into published (
        pub_no, image_id, category_id, keyword_ids, words, colours, orientation, longer_side, downloads
      )
      select
        pub_no, image_id, category_id, keyword_ids, array_to_tsvector(words), colours, orientation, longer_side, downloads
      from row
    )
    insert into card (pub_no, json) select pub_no, json from row`,
  )
}

/** For images that are delivered from elsewhere now; nothing else of them has changed. */
export async function rebuildCards(db: Database, imageIds: number[]) {
  if (!imageIds.length) return
  const rows = await readPublishable(db, imageIds)
  await sql`
    update card set json = row.json
    from unnest(${rows.map((row) => row.pub_no)}::int[], ${rows.map((row) => row.json)}::text[]) as row (pub_no, json)
    where card.pub_no = row.pub_no`.execute(db)
  await notify(db, galleryChanged)
}

/** How often each thing came more often than it went; negative when it went more often. */
function useChanges<T>(come: T[], gone: T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const one of come) counts.set(one, (counts.get(one) ?? 0) + 1)
  for (const one of gone) counts.set(one, (counts.get(one) ?? 0) - 1)
  return new Map([...counts].filter(([, n]) => n !== 0))
}

/** The rows are taken in one order by everybody, so two approvals wait for one another and never in a ring. */
async function adjustWordUses(db: Database, counts: Map<string, number>) {
  if (!counts.size) return
  await executeNamed(
    db,
    'adjust_word_uses',
    sql`
    insert into word (word, uses)
    select * from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as changed (word, uses)
    order by word
    on conflict (word) do update set uses = word.uses + excluded.uses`,
  )
}

// No key update: whoever gives an image a keyword holds its key, and must not be waited for.
async function adjustKeywordUses(db: Database, counts: Map<number, number>) {
  if (!counts.size) return
  const rows = await executeNamed(
    db,
    'adjust_keyword_uses',
    sql<{ id: number; name: string; split: boolean }>`
    with changed as (
      select * from unnest(${[...counts.keys()]}::int[], ${[...counts.values()]}::int[]) as changed (id, uses)
    ), locked as (
      select keyword.id from keyword join changed using (id) order by keyword.id for no key update of keyword
    )
    update keyword set uses = keyword.uses + changed.uses
    from changed join locked using (id) where keyword.id = changed.id
    returning keyword.id, keyword.name, keyword.words is not null as split`,
  )
  await tokenizeKeywords(
    db,
    rows.filter(({ split }) => !split),
  )
}

/** Gives tags the words that they are suggested by, once; their rows are locked already. */
async function tokenizeKeywords(db: Database, tags: { id: number; name: string }[]) {
  if (!tags.length) return
  const split = tags.map(({ id, name }) => ({ id, words: tokenize(name) }))
  await sql`
    update keyword set words = array_to_tsvector(row.words)
    from jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as row (id int, words text[])
    where keyword.id = row.id`.execute(db)
}
