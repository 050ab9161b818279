import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { allRows, allValues, type Database, executeNamed, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'
import type { ImageAddress } from './addresses.ts'
import type { StoredFile } from './files/file-facts.sql.ts'
import { tokenize } from './tokenizer.ts'

export type NewImage = Omit<Insertable<Tables['images']>, 'slug' | 'cloudflare_id' | 'status' | 'publish_no'> & {
  status?: 'draft'
}

/** As the partial indexes of `images` have it; drafts are queried with their owner's id (requirements: #drafts). */
export const isListed = sql<SqlBool>`state not in ('trash', 'taken_down', 'draft')`

/** Listed or a draft: neither in the trash nor taken down. */
export const isKept = sql<SqlBool>`state not in ('trash', 'taken_down')`

/** Whether others than its contributor may know of an image, in whatever state: of a draft once it was taken down. */
export const isKnownToOthers = sql<SqlBool>`(images.status <> 'draft' or images.taken_down_at is not null)`
export const isKnownTo = (person: number) => sql<SqlBool>`(${isKnownToOthers} or images.owner_id = ${person})`

export const isListedFor = (person: number | undefined) =>
  person === undefined ? isListed : sql<SqlBool>`(${isKept} and ${isKnownTo(person)})`

/** An image with what is known of its file. */
export type AddedImage = Selectable<Tables['images']> & StoredFile

/** The contributor's image that has these bytes or is to get them by its edit, unless it is in the trash. */
export function imageByHash(db: Database, owner_id: number, sha256: string) {
  const ids = sql<number>`any(array(
    select id from images where owner_id = ${owner_id} and sha256 = ${sha256}
    union all select id from images where owner_id = ${owner_id} and edit_sha256 = ${sha256}))`
  return db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .selectAll()
    .where('id', '=', ids)
    .where(isKept)
    .executeTakeFirst()
}

/** Inserts an image under the first free address; undefined where none is, or its owner has these bytes already. */
export async function insertImage(db: Database, image: NewImage, addresses: Iterable<ImageAddress>) {
  for (const address of addresses) {
    const inserted = await db
      .insertInto('images')
      .values({ ...image, ...address })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
  }
  return undefined
}

interface TaggedImage {
  id: number
  /** Names, in the contributor's order. */
  keywords: string[]
}

/** Gives each of these images keywords of its own; unknown keywords are added to the vocabulary. */
export async function setKeywordsOfEach(db: Database, images: TaggedImage[]) {
  const ids = images.map(({ id }) => id)
  await db.deleteFrom('image_keyword').where('image_id', 'in', ids).execute()
  await addKeywords(db, images)
}

/** The same for images that have none. PostgreSQL's lower() may fold two names that JavaScript keeps apart (İ, i). */
export async function addKeywords(db: Database, images: TaggedImage[]) {
  const idOf = await ensureKeywords(db, [...new Set(images.flatMap(({ keywords }) => keywords))])
  const rows = images.flatMap(({ id, keywords }) => {
    const keywordIds = [...new Set(keywords.map((name) => idOf.get(name)!))]
    return keywordIds.map((keyword_id, index) => ({ image_id: id, keyword_id, position: index + 1 }))
  })
  if (!rows.length) return
  await sql`
    insert into image_keyword (image_id, keyword_id, position)
    select image_id, keyword_id, position from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (image_id bigint, keyword_id int, position int)`.execute(db)
}

async function ensureKeywords(db: Database, names: string[]): Promise<Map<string, number>> {
  if (!names.length) return new Map()
  // Inserted in sorted order, so that concurrent uploads with the same new keywords cannot deadlock.
  const sorted = names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const rows = sorted.map((name) => ({ name, words: tokenize(name) }))
  await sql`
    insert into keyword (name, words)
    select name, array_to_tsvector(words)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as requested (name text, words text[])
    on conflict do nothing`.execute(db)
  const found = await allRows<{ id: number; requested_name: string }>(db)`
    select keyword.id, requested_name from unnest(${names}::text[]) as requested_name
    join keyword on lower(keyword.name) = lower(requested_name)`
  return new Map(found.map((row) => [row.requested_name, row.id]))
}

export function keywordsOf(db: Database, imageIds: number[]) {
  const query = db
    .selectFrom('image_keyword')
    .innerJoin('keyword', 'keyword.id', 'image_keyword.keyword_id')
    .select(['keyword.id', 'keyword.name', 'image_id'])
    .where(sql<boolean>`image_id = any(${imageIds}::bigint[])`)
    .orderBy('position')
  return executeNamed(db, 'keywords_of_images', query)
}

/** An image by its public id, or one that it had with another file while it was public, in whatever state. */
export async function imageByCloudflareId(db: Database, cloudflare_id: string) {
  const images = db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['id', 'owner_id', 'pub_no', 'slug', 'images.cloudflare_id', 'state'])
    .select(['licence', 'credit', 'ai_made', 'file.source'])
    .select(['file.sha256', 'byte_size', 'width', 'height', 'preview_version'])
  const query = images.where('images.cloudflare_id', '=', cloudflare_id)
  const [image] = await executeNamed(db, 'image_by_cloudflare_id', query)
  if (image) return image
  const formerQuery = images
    .innerJoin('former_cloudflare_id as former', 'former.image_id', 'images.id')
    .where('former.cloudflare_id', '=', cloudflare_id)
  const [formerImage] = await executeNamed(db, 'image_by_former_cloudflare_id', formerQuery)
  return formerImage
}

/** The images that are listed, and the drafts of this person, ordered by id. */
export const liveImages = (db: Database, ids: number[], draftsOf?: number) =>
  db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(isListedFor(draftsOf))
    .orderBy('id')

/** Images of these bytes, those in the trash included. */
export const imagesOfFile = (db: Database, sha256: string) =>
  allValues<number>(db)`select id from images where sha256 = ${sha256} order by id`

/** Locks the rows until the transaction ends, in the order of their ids, so that transactions cannot deadlock. */
export const lockImages = (db: Database, ids: number[], draftsOf?: number) =>
  liveImages(db, ids, draftsOf).forUpdate().execute()

/** Locks owners before images, in the order of a block, which waits until the transaction ends and cannot deadlock. */
export async function lockImagesWithOwners(db: Database, ids: number[], draftsOf?: number) {
  await sql`
    select from users where id in (select owner_id from images where id = any(${ids}::bigint[]))
    order by id for share`.execute(db)
  return lockImages(db, ids, draftsOf)
}

/** What is edited of an image; what is so of it is written in `visibility/`. */
export type ImageChanges = Pick<
  Updateable<Tables['images']>,
  'title' | 'description' | 'category_id' | 'licence' | 'credit' | 'ai_made'
>

export const imageCount = (db: Database) => oneValue<number>(db)`select count(*)::int from images`
