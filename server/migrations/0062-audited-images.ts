import { type Kysely, sql } from 'kysely'

/** The one image that an event was about. It refers to no table, since the event outlives the image. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table audit add column image_id bigint`.execute(db)
}
