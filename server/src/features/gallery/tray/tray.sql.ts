import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allValues, executeNamed } from '#kit/database/statements'

/** The stored cards of the images that are public, in the order of the ids. */
export const cardsOfImages = (db: Database, ids: number[]) => allValues<string>(db, 'cards_of_images')`
  select json from published join card using (pub_no) where image_id = any(${ids}::bigint[])
  order by array_position(${ids}::bigint[], image_id::bigint)`

/** The images that are public, with their contributors' names, in the order of the ids. */
export function approvedImages(db: Database, ids: number[]) {
  const query = db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .select(['images.id', 'slug', 'title', 'licence', 'credit', 'created_at', 'file.sha256', 'byte_size'])
    .select(['images.ai_made', 'file.source', 'file.source_place', 'file.source_generator'])
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('images.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('pub_no', 'is not', null)
    .orderBy(sql`array_position(${ids}::bigint[], images.id)`)
  return executeNamed(db, 'approved_images', query)
}

export type ApprovedImage = Awaited<ReturnType<typeof approvedImages>>[number]
