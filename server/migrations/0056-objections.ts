import { type Kysely, sql } from 'kysely'

/** Objections of contributors to the take-down of an image: counter-notices, after which it returns, and complaints. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_decision add column objection_hash bytea`.execute(db)
  await sql`
    create unique index report_decision_objection on report_decision (objection_hash)
    where objection_hash is not null`.execute(db)
  await sql`
    create table objection (
      id          bigint generated always as identity primary key,
      at          timestamptz not null default now(),
      decision_id bigint not null unique references report_decision,
      kind        text not null check (kind in ('counter_notice', 'objection')),
      message     text not null,
      notice      jsonb,
      returns_at  timestamptz,
      outcome     text check (outcome in ('returned', 'kept_down', 'withdrawn')),
      decided_at  timestamptz,
      decided_by  bigint references users on delete set null,
      sentence    text not null default '',
      check ((outcome is null) = (decided_at is null)),
      check ((kind = 'counter_notice') = (returns_at is not null))
    )`.execute(db)
  await sql`create index objection_open on objection (returns_at) where outcome is null`.execute(db)
}
