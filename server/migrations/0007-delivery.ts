import { type Kysely, sql } from 'kysely'

/** What is known of the hosting service, and of every picture that it holds. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table hosting
      add column scheme      text not null default 'token' check (scheme in ('token', 'key')),
      add column own_sizes   boolean not null default false,
      add column hosts       text[] not null default '{}',
      add column trouble     text,
      add column rests_until timestamptz not null default '-infinity',
      add column gathers_from bigint,
      add column leaves      boolean not null default false,
      add column revision    int not null default 0`.execute(db)
  // Those that were configured before gather all images at the next occasion.
  await sql`update hosting set gathers_from = 0, hosts = array[images_domain]`.execute(db)

  // Where visitors see it while the service holds it. Null: at our own address.
  await sql`alter table images add column delivery_url text`.execute(db)

  // No reference to images: what is gone for good here must still be removed there.
  await sql`
    create table hosted (
      hosted_id  text primary key,
      image_id   bigint not null,
      account_id text not null,
      state      text not null check (state in ('wanted', 'sent', 'there', 'unfit', 'leaving')),
      tries      int not null default 0,
      due_at     timestamptz not null default now(),
      trouble    text
    )`.execute(db)
  await sql`create unique index hosted_image on hosted (image_id) where state <> 'leaving'`.execute(db)
  await sql`create index hosted_due on hosted (due_at) where state in ('wanted', 'sent', 'leaving')`.execute(db)
  await sql`create index hosted_state on hosted (state)`.execute(db)
  await sql`create index hosted_account on hosted (account_id)`.execute(db)
}
