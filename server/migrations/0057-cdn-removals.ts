import { type Kysely, sql } from 'kysely'

/** Copies at the CDN of images that were taken down, deleted there, and what their addresses answer since. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table cdn_removal (
      cdn_id     text primary key,
      image_id   bigint not null references images on delete cascade,
      path       text not null,
      removed_at timestamptz not null default now(),
      checks     int not null default 0,
      due_at     timestamptz not null default now(),
      status     int,
      checked_at timestamptz,
      gone_at    timestamptz
    )`.execute(db)
  await sql`create index cdn_removal_image on cdn_removal (image_id)`.execute(db)
  await sql`create index cdn_removal_due on cdn_removal (due_at) where gone_at is null`.execute(db)
}
