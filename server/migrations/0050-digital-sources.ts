import { type Kysely, sql } from 'kysely'

/** How files say that they came about. Those that are there say nothing until they are measured again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table file
      add column source text,
      add column source_place text,
      add column source_generator text not null default ''`.execute(db)
}
