import { type Kysely, sql } from 'kysely'

/** What an admin writes to the contributor of an image with a decision about its reports. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_decision add column owner_sentence text not null default ''`.execute(db)
}
