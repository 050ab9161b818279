import { type Kysely, sql } from 'kysely'

/** Downloads by image and day, and when each derivative was last requested. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table image_download_day (
      image_id bigint not null references images on delete cascade,
      day      date not null,
      count    int not null,
      primary key (image_id, day)
    )`.execute(db)
  await sql`create index image_download_day_day on image_download_day (day)`.execute(db)
  // No reference to images: the derivatives of a purged image leave the store by its folder, their rows by their age.
  await sql`
    create table derivative (
      key               text primary key,
      last_requested_on date not null
    )`.execute(db)
}
