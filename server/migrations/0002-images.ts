import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`
    create table images (
      id            bigint generated always as identity primary key,
      owner_id      bigint not null references users,
      status        text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
      slug          text not null unique,
      title         text not null,
      description   text not null default '',
      category_id   smallint,
      cloudflare_id text not null unique,
      sha256        text not null,
      file_name     text not null,
      byte_size     bigint not null,
      width         int not null,
      height        int not null,
      clear_share   real not null,
      soft_share    real not null,
      colours       jsonb not null,
      tone          text not null check (tone in ('light', 'dark')),
      downloads     bigint not null default 0,
      pub_no        int unique,
      created_at    timestamptz not null default now(),
      updated_at    timestamptz not null default now(),
      deleted_at    timestamptz,
      check ((status = 'approved' and deleted_at is null) = (pub_no is not null))
    ) with (fillfactor = 90)`.execute(db) // room for the download counter's updates beside their rows
  // The same bytes from the same contributor are the same image, unless it lies in the trash.
  await sql`create unique index images_bytes on images (owner_id, sha256) where deleted_at is null`.execute(db)
  await sql`create index images_list on images (status, created_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index images_own on images (owner_id, status, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  )
  await sql`create index images_file on images (sha256)`.execute(db)
  await sql`create sequence pub_no as int`.execute(db)

  await sql`
    create table keyword (
      id   int generated always as identity primary key,
      name text not null,
      uses int not null default 0
    )`.execute(db)
  await sql`create unique index keyword_name on keyword (lower(name))`.execute(db)
  await sql`create index keyword_uses on keyword (uses desc, id) where uses > 0`.execute(db)
  await sql`
    create table image_keyword (
      image_id   bigint not null references images on delete cascade,
      keyword_id int not null references keyword,
      position   smallint not null,
      primary key (image_id, keyword_id)
    )`.execute(db)
  await sql`create index image_keyword_keyword on image_keyword (keyword_id)`.execute(db)
}
