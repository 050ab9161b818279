import { type Kysely, sql } from 'kysely'

/** The addresses that the files of a public image had, so that what names them shows the file that it has now. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table former_cloudflare_id (
      cloudflare_id text primary key,
      image_id      bigint not null references images on delete cascade
    )`.execute(db)
  await sql`create index former_cloudflare_id_image on former_cloudflare_id (image_id)`.execute(db)
}
