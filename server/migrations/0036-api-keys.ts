import { type Kysely, sql } from 'kysely'

/** Keys with which a person's programs upload and edit images. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table api_key (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      name text not null,
      beginning text not null,
      hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index api_key_of_user on api_key (user_id)`.execute(db)
}
