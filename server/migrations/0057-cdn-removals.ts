import { type Kysely, sql } from 'kysely'

/** Copies at the CDN of images that were taken down, deleted there, and what each of their addresses answers since. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table cdn_removal (
      cdn_id     text not null,
      host       text not null,
      path       text not null,
      image_id   bigint not null references images on delete cascade,
      removed_at timestamptz not null default now(),
      checks     int not null default 0,
      due_at     timestamptz not null default now(),
      status     int,
      checked_at timestamptz,
      gone_at    timestamptz,
      primary key (cdn_id, host)
    )`.execute(db)
  await sql`create index cdn_removal_image on cdn_removal (image_id)`.execute(db)
  await sql`create index cdn_removal_due on cdn_removal (due_at) where gone_at is null`.execute(db)
}
