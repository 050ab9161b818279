import { type Kysely, sql } from 'kysely'

/** The e-mail address that a person has asked for and not confirmed yet. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column new_email text`.execute(db)
}
