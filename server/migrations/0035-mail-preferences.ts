import { type Kysely, sql } from 'kysely'

/** Whether a person is mailed about decisions. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column has_decision_mails boolean not null default true`.execute(db)
}
