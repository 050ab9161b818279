import { type Kysely, sql } from 'kysely'

/**
 * A contributor's edit of an approved image waits here while the image stays public. `images.edit_waiting_since` is set
 * exactly where one waits, so that lists and their indexes need no join; a decision may be about an edit alone.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table waiting_edit (
      image_id bigint primary key references images on delete cascade,
      fields   jsonb not null
    )`.execute(db)
  await sql`alter table decision add column about_edit boolean not null default false`.execute(db)
  await sql`alter table images add column edit_waiting_since timestamptz`.execute(db)
  await raiseVersion(db)
  await addIndexes(db)
}

/** An edit that arrives, changes or leaves is noticed by those who looked at the image before. */
async function raiseVersion(db: Kysely<unknown>) {
  await sql`drop trigger images_version on images`.execute(db)
  await sql`
    create trigger images_version before update on images for each row
    when (
      (old.status, old.title, old.description, old.category_id, old.updated_at, old.deleted_at, old.edit_waiting_since)
      is distinct from
      (new.status, new.title, new.description, new.category_id, new.updated_at, new.deleted_at, new.edit_waiting_since)
    )
    execute function next_version()`.execute(db)
}

/** Of the lists of what waits for review: pending images, and approved ones with a waiting edit. */
async function addIndexes(db: Kysely<unknown>) {
  const waits = sql`deleted_at is null and (status = 'pending' or edit_waiting_since is not null)`
  await sql`create index images_waiting on images (created_at desc, id desc) where ${waits}`.execute(db)
  await sql`create index images_waiting_own on images (owner_id, created_at desc, id desc) where ${waits}`.execute(db)
  await sql`
    create index images_edit_waiting on images (owner_id)
    where edit_waiting_since is not null and deleted_at is null`.execute(db)
}
