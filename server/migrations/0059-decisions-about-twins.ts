import { type Kysely, sql } from 'kysely'

/**
 * Each image that a take-down takes along since it has the same bytes gets a decision of its own, so that its owner can
 * object; and an admin can end a take-down to which no one has objected: then `kind` is null.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_decision add column caused_by bigint references report_decision`.execute(db)
  await sql`
    create index report_decision_caused on report_decision (caused_by) where caused_by is not null`.execute(db)
  await sql`alter table objection alter column kind drop not null`.execute(db)
  await sql`
    alter table objection
    add constraint objection_sent check (kind is not null or outcome = 'returned')`.execute(db)
}
