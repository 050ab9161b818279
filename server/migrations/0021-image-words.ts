import { type Kysely, sql } from 'kysely'

/**
 * The words by which the back offices find an image, whatever its status. They are null until the site has brought an
 * image over (publishing/text-upgrade.ts). A table of its own, because the rows of `images` change with every download
 * and decision, which must not write to this index. With a million images this takes 8 s on a busy machine with two cores.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table image_words (image_id bigint not null, words tsvector)`.execute(db)
  await sql`insert into image_words (image_id) select id from images`.execute(db)
  await sql`
    alter table image_words
      add primary key (image_id),
      add foreign key (image_id) references images on delete cascade`.execute(db)
  await sql`
    create index image_words_words on image_words using gin (words) with (fastupdate = off)
    where words is not null`.execute(db)
  await sql`create index image_words_outdated on image_words (image_id) where words is null`.execute(db)
  // What a search of a list reads of the images that have its words, without their rows.
  await sql`
    create index images_listed on images (id) include (created_at, status, owner_id)
    where deleted_at is null`.execute(db)
  await sql`analyze image_words`.execute(db)
}
