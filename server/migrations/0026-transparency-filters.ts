import { type Kysely, sql } from 'kysely'

/**
 * What visitors filter by of a picture's transparency. Images that are published get it when their file is measured,
 * which publishes them again; until then no filter by transparency finds them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table published
      add column transparency smallint,
      add column has_clean_edges boolean not null default false`.execute(db)
  await sql`create index published_transparency on published (transparency, pub_no desc)`.execute(db)
  await sql`
    update index_queue set indexed_as = indexed_as || '{"transparency": null, "has_clean_edges": false}'
    where indexed_as is not null`.execute(db)
}
