import { sql } from 'kysely'
import type { AddedImage } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'

/** For the history of an image; it is no verdict, and its contributor, who knows, is not mailed. */
export async function recordGoingLive(db: Database, image_id: number): Promise<void> {
  await db
    .insertInto('decision')
    .values({ image_id, status: 'approved', is_automatic: true, notified_at: sql`now()` })
    .execute()
}

/** Puts a public image into the review queue as well. */
export async function markSample(db: Database, id: number): Promise<void> {
  await db
    .updateTable('images')
    .set({ is_sample: true, edit_waiting_since: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export function publishedState(db: Database, id: number): Promise<Pick<AddedImage, 'status' | 'pub_no'>> {
  return db.selectFrom('images').select(['status', 'pub_no']).where('id', '=', id).executeTakeFirstOrThrow()
}
