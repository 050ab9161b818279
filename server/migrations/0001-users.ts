import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table users (
      id            bigint generated always as identity primary key,
      username      text not null,
      email         text not null,
      number        text not null,
      password_hash text not null,
      role          text not null check (role in ('user', 'admin')),
      first_name    text not null default '',
      last_name     text not null default '',
      image         text,
      is_active     boolean not null default true,
      is_block      boolean not null default false,
      date_joined   timestamptz not null default now()
    )`.execute(db)
  // Case does not make two people out of one.
  await sql`create unique index users_username on users (lower(username))`.execute(db)
  await sql`create unique index users_email on users (lower(email))`.execute(db)

  await sql`
    create table session (
      id           uuid primary key default gen_random_uuid(),
      user_id      bigint not null references users on delete cascade,
      created_at   timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      ended_at     timestamptz,
      address      text not null,
      user_agent   text not null
    )`.execute(db)
  await sql`create index session_of_user on session (user_id) where ended_at is null`.execute(db)
}
