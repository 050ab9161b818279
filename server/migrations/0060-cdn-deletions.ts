import { type Kysely, sql } from 'kysely'

/** Copies that are to be deleted are looked for before all others, of which many thousands may be due. */
export async function up(db: Kysely<unknown>) {
  await sql`create index cdn_copy_deletion on cdn_copy (due_at) where state = 'removing'`.execute(db)
}
