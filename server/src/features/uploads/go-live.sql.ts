import { sql } from 'kysely'
import type { AddedImage } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'

/** For the history of an image; it does not count for a level, and its contributor, who knows, is not mailed. */
export async function recordGoingLive(
  db: Database,
  { id, owner_id }: Pick<AddedImage, 'id' | 'owner_id'>,
): Promise<void> {
  await db
    .insertInto('decision')
    .values({ image_id: id, owner_id, status: 'approved', is_automatic: true, mailed_at: sql`now()` })
    .execute()
}

export function publishedState(db: Database, id: number): Promise<Pick<AddedImage, 'status' | 'pub_no'>> {
  return db.selectFrom('images').select(['status', 'pub_no']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Whether the owner of an image is neither blocked nor has closed their account. */
export async function isOwnerActive(db: Database, imageId: number): Promise<boolean> {
  const active = await db
    .selectFrom('users')
    .innerJoin('images', 'owner_id', 'users.id')
    .select('users.id')
    .where('images.id', '=', imageId)
    .where('is_active', '=', true)
    .where('is_block', '=', false)
    .executeTakeFirst()
  return active !== undefined
}
