import { type Kysely, sql } from 'kysely'

/** What admins name a refused copy by, and how near it is to the blocked picture: null where that was not recorded. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table refused_copy
      add column id bigint generated always as identity unique,
      add column similarity real,
      add column orientation smallint`.execute(db)
  await sql`create index refused_copy_at on refused_copy (at, id)`.execute(db)
}
