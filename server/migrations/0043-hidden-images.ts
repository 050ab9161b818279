import { type Kysely, sql } from 'kysely'

/**
 * Approved images of a blocked person may be hidden from visitors; hidden, they keep their status and have no publish
 * number, as those in the trash. The new check is not validated, which would lock the table: the old one was stricter.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column hides_images boolean not null default false`.execute(db)
  await sql`
    alter table images
      add column is_hidden boolean not null default false,
      drop constraint images_check,
      add constraint images_published
        check ((status = 'approved' and deleted_at is null and not is_hidden) = (pub_no is not null)) not valid`.execute(
    db,
  )
  await sql`create index images_hidden on images (owner_id, id) where is_hidden`.execute(db)
  await sql`
    create index images_not_hidden on images (owner_id, id) where status = 'approved' and not is_hidden`.execute(db)
}
