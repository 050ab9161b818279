import { type Kysely, sql } from 'kysely'

/**
 * When a person confirmed their e-mail address. The default fills every existing account without rewriting the table,
 * and counts those as confirmed that an operator adds, or a process of the release before.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column email_confirmed_at timestamptz default now()`.execute(db)
}
