import { type Kysely, sql } from 'kysely'

/** Which returns to review left their image public, as a sample: those end no time in the gallery. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table decision add column keeps_public boolean not null default false`.execute(db)
}
