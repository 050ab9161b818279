import { type Kysely, sql } from 'kysely'

/** The version of the statement of rights with which an image was uploaded; null before there was one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table images add column rights_version smallint`.execute(db)
}
