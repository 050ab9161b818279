import { type Kysely, sql } from 'kysely'

/**
 * Reports of visitors and the decisions about them. They outlive the image that they are about, so `image_id` is no
 * foreign key. An image that is withheld is hidden until its reports are decided about.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_decision (
      id           bigint generated always as identity primary key,
      at           timestamptz not null default now(),
      image_id     bigint not null,
      image_title  text not null,
      owner_id     bigint references users on delete set null,
      decided_by   bigint references users on delete set null,
      outcome      text not null check (outcome in ('unchanged', 'corrected', 'withheld', 'taken_down')),
      reason       text not null,
      sentence     text not null,
      report_count int not null,
      was_withheld boolean not null,
      undone_at    timestamptz,
      owner_mailed_at timestamptz
    )`.execute(db)
  await sql`
    create table report (
      id          bigint generated always as identity primary key,
      at          timestamptz not null default now(),
      secret_hash bytea not null unique,
      image_id    bigint not null,
      image_title text not null,
      reason      text not null,
      message     text not null,
      notice      jsonb,
      email       text,
      network     bytea,
      decision_id bigint references report_decision,
      answered_at timestamptz
    )`.execute(db)
  await sql`create index report_open on report (image_id, id) where decision_id is null`.execute(db)
  await sql`create index report_decided on report (decision_id, id) where decision_id is not null`.execute(db)
  await sql`
    create index report_personal on report (id) where email is not null or network is not null`.execute(db)
  await sql`create index report_decision_image on report_decision (image_id, id)`.execute(db)
  await sql`create index report_decision_owner on report_decision (owner_id, id)`.execute(db)
  await sql`alter table images add column is_withheld boolean not null default false`.execute(db)
}
