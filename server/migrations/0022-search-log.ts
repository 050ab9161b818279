import { type Kysely, sql } from 'kysely'

/** The search log, which is off until an admin switches it on, and the operator's own synonyms. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table search_config (
      is_only_row    boolean primary key default true check (is_only_row),
      has_search_log boolean not null default false
    )`.execute(db)
  await sql`insert into search_config default values`.execute(db)
  await sql`
    create table search_log (
      day          date not null,
      question     text not null,
      times        int not null,
      images       int,
      is_corrected boolean not null,
      first        int not null,
      near         int not null,
      far          int not null,
      primary key (day, question)
    )`.execute(db)
  await sql`
    create table synonym (
      id         bigint generated always as identity primary key,
      said       text not null,
      means      text not null,
      is_two_way boolean not null,
      unique (said, means)
    )`.execute(db)
}
