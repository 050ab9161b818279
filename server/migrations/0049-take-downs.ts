import { type Kysely, sql } from 'kysely'

/**
 * Images that were taken down, which are in no trash; their pictures are refused at upload, and copies that were
 * refused are recorded. The check is not validated: no row breaks it.
 */
export async function up(db: Kysely<unknown>) {
  // The columns of `perceptual_row`, without its file: these outlive the image. Null where it was never measured.
  await sql`
    create table blocked_picture (
      sha256       text primary key,
      reason       text not null,
      blocked_by   bigint references users on delete set null,
      at           timestamptz not null default now(),
      aspect       smallint,
      mean_opacity smallint,
      zeros        bit(64),
      hash         bit(128),
      planes       bytea
    )`.execute(db)
  await sql`
    create index blocked_picture_near on blocked_picture (aspect, mean_opacity) include (zeros, hash, sha256)`.execute(
    db,
  )
  await sql`
    create table refused_copy (
      sha256         text not null,
      owner_id       bigint not null references users on delete cascade,
      blocked_sha256 text not null references blocked_picture on delete cascade,
      file_name      text not null,
      at             timestamptz not null default now(),
      allowed_by     bigint references users on delete set null,
      allowed_at     timestamptz,
      primary key (sha256, owner_id)
    )`.execute(db)
  await sql`
    alter table images
      add column taken_down_at timestamptz,
      add constraint images_taken_down check (taken_down_at is null or deleted_at is not null) not valid`.execute(db)
  await sql`create index images_taken_down on images (taken_down_at) where taken_down_at is not null`.execute(db)
  await sql`create index refused_copy_blocked on refused_copy (blocked_sha256)`.execute(db)
}
