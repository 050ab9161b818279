import { type Kysely, sql } from 'kysely'

/**
 * The images that reviewers have, so that each is given others. Without a foreign key to `images`, whose row locks a
 * bulk edit takes in another order; rows of images that are gone leave when they expire.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table review_lease (
      image_id   bigint primary key,
      reviewer   bigint not null references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
}
