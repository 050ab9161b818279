import { type Selectable, sql } from 'kysely'
import { setHidden } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

export type WithholdableImage = Pick<Selectable<Tables['images']>, 'id' | 'status'> & { hides_images: boolean }

/** Marks an image as withheld or not; it is hidden while it is, or while its owner's images are. */
export async function setWithheld(db: Database, image: WithholdableImage, isWithheld: boolean): Promise<void> {
  await db.updateTable('images').set({ is_withheld: isWithheld }).where('id', '=', image.id).execute()
  if (image.status === 'approved') await setHidden(db, [image.id], isWithheld || image.hides_images)
}

/**
 * Locks an image, in the trash or not, and before it its owner, as an approval and a block lock them; undefined where
 * it has been deleted for good. All images of the same bytes are locked, in the order of their ids, since they may be
 * taken down together.
 */
export async function lockAnyImage(db: Database, id: number) {
  await sql`select from users where id = (select owner_id from images where id = ${id}) for share`.execute(db)
  await sql`
    select from images where sha256 = (select sha256 from images where id = ${id}) order by id for update`.execute(db)
  return db
    .selectFrom('images')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['images.id', 'owner_id', 'title', 'status', 'deleted_at', 'is_withheld', 'hides_images'])
    .where('images.id', '=', id)
    .executeTakeFirst()
}
export type LockedImage = NonNullable<Awaited<ReturnType<typeof lockAnyImage>>>
