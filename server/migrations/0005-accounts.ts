import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // Unlogged: counts of attempts are worth no disk write each; after a crash of the database they begin anew.
  await sql`
    create unlogged table throttle (
      key        bytea primary key,
      count      integer not null,
      free_at    timestamptz not null,
      forgets_at timestamptz not null
    )`.execute(db)

  await sql`
    create table audit (
      id         bigint generated always as identity primary key,
      at         timestamptz not null default now(),
      what       text not null,
      by_id      bigint references users on delete set null,
      user_id    bigint references users on delete set null,
      address    text not null,
      user_agent text not null
    )`.execute(db)
  await sql`create index audit_of_user on audit (user_id, id desc)`.execute(db)
  await sql`create index audit_of_time on audit (at)`.execute(db)

  await sql`create index session_of_time on session (last_used_at)`.execute(db)
  await sql`create index session_of_network on session (user_id, address)`.execute(db)
}
