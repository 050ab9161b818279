import { type Kysely, sql } from 'kysely'

/** What needs no new column comes first: from the first change of `images` on, nobody reads it until all is done. */
export async function up(db: Kysely<unknown>) {
  await addIndexes(db)
  await addTables(db)
  await changeImages(db)
  await countImages(db)
}

async function addIndexes(db: Kysely<unknown>) {
  // All statuses together, of everybody and of one person; status lists have theirs since 0002.
  await sql`create index images_all on images (created_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index images_all_own on images (owner_id, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  )
  await sql`create index images_trash on images (deleted_at) where deleted_at is not null`.execute(db)
  // By the name that a file was uploaded under: how rows of a CSV name images.
  await sql`
    create index images_file_name on images (regexp_replace(lower(file_name), '\\.png$', ''))
    where deleted_at is null`.execute(db)
  // Parts of titles and names. Without fastupdate, as in 0003: no reader pays for what writers have put off.
  await sql`
    create index images_title on images using gin (lower(title) gin_trgm_ops) with (fastupdate = off)
    where deleted_at is null`.execute(db)
  await sql`
    create index users_search on users using gin (lower(username || ' ' || email) gin_trgm_ops)
    with (fastupdate = off)`.execute(db)
}

async function addTables(db: Kysely<unknown>) {
  // Files that go with images that are gone for good, an hour later at the earliest. Those with a hash stay where somebody
  // uploads the same bytes meanwhile.
  await sql`
    create table removed_file (
      key    text primary key,
      sha256 text,
      at     timestamptz not null default now()
    )`.execute(db)
  await sql`create index removed_file_sha256 on removed_file (sha256)`.execute(db)
  await sql`create index removed_file_at on removed_file (at)`.execute(db)

  await sql`
    create table hosting (
      alone         boolean primary key default true check (alone),
      api_key       bytea not null,
      account_id    text not null,
      account_hash  text not null,
      images_domain text not null,
      email         text not null,
      updated_at    timestamptz not null default now()
    )`.execute(db)

  // Downloads of a contributor's images, a day at a time (UTC).
  await sql`
    create table download_day (
      owner_id bigint not null references users on delete cascade,
      day      date not null,
      count    int not null,
      primary key (owner_id, day)
    )`.execute(db)

  // What admins decided: the history of an image, and what its contributor is told.
  await sql`
    create table decision (
      id       bigint generated always as identity primary key,
      image_id bigint not null references images on delete cascade,
      by_id    bigint references users on delete set null,
      at       timestamptz not null default now(),
      status   text not null check (status in ('pending', 'approved', 'rejected')),
      reason   text,
      note     text not null default '',
      told_at  timestamptz
    )`.execute(db)
  await sql`create index decision_of_image on decision (image_id, id desc)`.execute(db)
  await sql`create index decision_of_time on decision (at)`.execute(db)
  await sql`create index decision_untold on decision (image_id) where told_at is null`.execute(db)
}

async function changeImages(db: Kysely<unknown>) {
  await sql`
    alter table images
      add column look          bit(64),
      add column version       int not null default 1,
      add column former_pub_no int,
      add column deleted_by    bigint references users on delete set null`.execute(db)
  // What was deleted before had lost its place; restored, it is the newest.
  await sql`
    update images set former_pub_no = nextval('pub_no')::int
    where status = 'approved' and deleted_at is not null`.execute(db)
  await sql`
    create index images_look on images (owner_id) include (look, id)
    where deleted_at is null and look is not null`.execute(db)
  // Whoever changes a row, by whatever statement, is noticed by those who looked at it before.
  await sql`
    create function next_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end $$`.execute(db)
  await sql`
    create trigger images_version before update on images for each row
    when (
      (old.status, old.title, old.description, old.category_id, old.updated_at, old.deleted_at)
      is distinct from
      (new.status, new.title, new.description, new.category_id, new.updated_at, new.deleted_at)
    )
    execute function next_version()`.execute(db)
}

/**
 * How many images each contributor has of each status, kept by the database with every statement that changes it: counting
 * 100,000 takes 8 ms, and every page of every list asks. The counts of one statement are taken in one order by everybody,
 * so nobody waits in a ring.
 */
async function countImages(db: Kysely<unknown>) {
  await sql`
    create table image_count (
      owner_id bigint not null references users on delete cascade,
      status   text not null,
      n        bigint not null,
      primary key (owner_id, status)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    insert into image_count
    select owner_id, status, count(*) from images where deleted_at is null group by owner_id, status`.execute(db)
  for (const [event, rows] of [
    ['insert', 'select owner_id, status, 1 as d from come where deleted_at is null'],
    ['delete', 'select owner_id, status, -1 as d from gone where deleted_at is null'],
    [
      'update',
      `select owner_id, status, 1 as d from come where deleted_at is null
       union all select owner_id, status, -1 from gone where deleted_at is null`,
    ],
  ]) {
    const seen =
      { insert: 'new table as come', delete: 'old table as gone' }[event!] ?? 'old table as gone new table as come'
    await sql`
      create function count_images_${sql.raw(event!)}() returns trigger language plpgsql as $$
        begin
          insert into image_count
          select owner_id, status, sum(d) from (${sql.raw(rows!)}) as changed
          group by owner_id, status having sum(d) <> 0 order by owner_id, status
          on conflict (owner_id, status) do update set n = image_count.n + excluded.n;
          return null;
        end $$`.execute(db)
    await sql`
      create trigger images_count_${sql.raw(event!)} after ${sql.raw(event!)} on images
      referencing ${sql.raw(seen)} for each statement
      execute function count_images_${sql.raw(event!)}()`.execute(db)
  }
}
