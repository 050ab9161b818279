import { type Kysely, sql } from 'kysely'

/** When a person closed their account; their row stays, without anything personal, for the images that stay. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column closed_at timestamptz`.execute(db)
  await sql`create index users_closed on users (id) where closed_at is not null`.execute(db)
}
