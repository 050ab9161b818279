import { type Kysely, sql } from 'kysely'

/** Pages of contributors: off until a person switches theirs on. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column has_page boolean not null default false`.execute(db)
  // A page of a contributor's images, in publish order.
  await sql`create index images_published_own on images (owner_id, pub_no desc) where pub_no is not null`.execute(db)
  // The sitemap of contributors.
  await sql`create index users_with_page on users (id) where has_page`.execute(db)
}
