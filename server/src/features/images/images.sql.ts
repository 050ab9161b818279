import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { type Insertable, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'
import type { Tables } from '#schema'
import { isReservedSlug, newCloudflareId, slugOf } from './slug.ts'

export type NewImage = Omit<Insertable<Tables['images']>, 'slug' | 'cloudflare_id' | 'status' | 'pub_no'>

/** The image that this contributor made of these bytes, if it is not in the trash. */
export function imageByHash(db: Database, owner_id: number, sha256: string) {
  return db
    .selectFrom('images')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Stores a pending image. Two requests with the same bytes of the same contributor make one image: `added` is false for
 * the second. A slug that is taken or reserved gets the first letters of the image's own id.
 */
export async function addImage(db: Database, image: NewImage, keywords: string[]) {
  const slug = slugOf(image.title)
  for (let tries = 0; tries < 5; tries++) {
    const cloudflare_id = newCloudflareId()
    const own = tries === 0 && !isReservedSlug(slug) ? slug : `${slug}-${cloudflare_id.slice(3, 8)}`
    const added = await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .insertInto('images')
        .values({ ...image, slug: own, cloudflare_id })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (row) await setKeywords(transaction, [row.id], keywords)
      return row
    })
    if (added) return { image: added, added: true }
    const known = await imageByHash(db, image.owner_id, image.sha256)
    if (known) return { image: known, added: false }
  }
  throw new Error(`No free address for "${slug}"`)
}

/** Gives all these images the same keywords, in this order. New words are added to the vocabulary. */
export async function setKeywords(db: Database, imageIds: number[], names: string[]) {
  await db.deleteFrom('image_keyword').where('image_id', 'in', imageIds).execute()
  if (!names.length) return
  const ids = await ensureKeywords(db, names)
  await sql`
    insert into image_keyword (image_id, keyword_id, position)
    select image_id, keyword_id, position
    from unnest(${imageIds}::bigint[]) as image_id
    cross join unnest(${ids}::int[]) with ordinality as keyword (keyword_id, position)`.execute(db)
}

/** The ids of these names, in their order. PostgreSQL may fold two names into one that we took for different (İ, i). */
async function ensureKeywords(db: Database, names: string[]): Promise<number[]> {
  // Sorted, so that two uploads with the same new words wait for one another instead of locking each other out.
  const sorted = names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  await sql`
    insert into keyword (name) select name from unnest(${sorted}::text[]) as said (name)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: number; said: string }>`
    select keyword.id, said from unnest(${names}::text[]) as said
    join keyword on lower(keyword.name) = lower(said)`.execute(db)
  const byName = new Map(rows.map((row) => [row.said, row.id]))
  return [...new Set(names.map((name) => byName.get(name)!))]
}

/** Keywords of one image, in the contributor's order. */
export function keywordsOf(db: Database, imageId: number) {
  const query = db
    .selectFrom('image_keyword')
    .innerJoin('keyword', 'keyword.id', 'image_keyword.keyword_id')
    .select(['keyword.id', 'keyword.name'])
    .where('image_id', '=', imageId)
    .orderBy('position')
  return executeNamed(db, 'keywords_of_image', query)
}

/** Also one that lies in the trash, where `deleted_at` says since when. */
export async function imageByCloudflareId(db: Database, cloudflare_id: string) {
  const query = db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'slug', 'sha256', 'byte_size', 'width', 'height', 'cloudflare_id'])
    .select('deleted_at')
    .where('cloudflare_id', '=', cloudflare_id)
  const [image] = await executeNamed(db, 'image_by_cloudflare_id', query)
  return image
}

/** Those of these images that do not lie in the trash, by number. */
export function liveImages(db: Database, ids: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
}

/** Rows that nobody else changes until the transaction ends; locked in the order of their ids, so nobody waits in a ring. */
export function lockImages(db: Database, ids: number[]) {
  return liveImages(db, ids).forUpdate().execute()
}

export interface ImageChanges {
  title?: string
  description?: string
  category_id?: number | null
}

export async function updateImages(db: Database, ids: number[], changes: ImageChanges) {
  await db
    .updateTable('images')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', 'in', ids)
    .execute()
}

/** Newly approved images are numbered in the order of their upload; the highest number is the newest in the gallery. */
export async function setStatus(db: Database, ids: number[], status: ImageStatus) {
  if (status !== 'approved') {
    await db.updateTable('images').set({ status, pub_no: null }).where('id', 'in', ids).execute()
    return
  }
  await sql`
    update images set status = 'approved', pub_no = numbered.pub_no
    from (
      select id, nextval('pub_no')::int as pub_no
      from (select id from images where id = any(${ids}) and pub_no is null order by created_at, id) as waiting
    ) as numbered
    where images.id = numbered.id`.execute(db)
}

export async function imageCount(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
