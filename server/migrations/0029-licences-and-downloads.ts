import { type Kysely, sql } from 'kysely'

/**
 * The licence of each image; those of the demonstration, by the sentence that it gives them, are Noto Emoji's. Of files
 * the box of what is visible, null until they are measured again, and of derivatives their bytes, null until the next
 * request.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table images add column licence text not null default 'library'`.execute(db)
  await sql`alter table file add column visible_box jsonb`.execute(db)
  await sql`alter table derivative add column byte_size bigint`.execute(db)
  await sql`
    update images set licence = 'apache-2.0'
    where description like '%, drawn by the Noto Emoji project (Apache-2.0) on a clear background.'`.execute(db)
}
