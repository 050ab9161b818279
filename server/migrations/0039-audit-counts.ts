import { type Kysely, sql } from 'kysely'

/** How many images an event was about; null for events of accounts. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table audit add column count int`.execute(db)
}
