import { type Kysely, sql } from 'kysely'

/** Whether a decision about reports has blocked the contributor as well, so that taking it back ends that. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_decision add column has_blocked boolean not null default false`.execute(db)
}
