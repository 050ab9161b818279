import { type Kysely, sql } from 'kysely'

/**
 * A new file for an approved image waits in the edit beside it; the columns are null where none does. Its bytes count
 * for its owner, who has no picture twice: neither as two images nor as an image and a file that waits.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table waiting_edit
      add column owner_id bigint,
      add column sha256 text references file,
      add column file_name text,
      add column rights_version smallint,
      add column cloudflare_id text unique,
      add constraint waiting_edit_whole_file check (
        (owner_id, sha256, file_name, cloudflare_id) is null or (owner_id, sha256, file_name, cloudflare_id) is not null
      )`.execute(db)
  await sql`
    create index waiting_edit_file on waiting_edit (sha256, owner_id) where sha256 is not null`.execute(db)
  await countBytes(db)
  await refuseTwins(db)
}

async function countBytes(db: Kysely<unknown>) {
  await sql`
    create function add_bytes_waiting() returns trigger language plpgsql as $$
      begin
        update storage_use set bytes = bytes
          + coalesce((select byte_size from file where sha256 = new.sha256), 0)
          - coalesce((select byte_size from file where sha256 = old.sha256), 0)
        where owner_id = coalesce(new.owner_id, old.owner_id);
        return null;
      end $$`.execute(db)
  await sql`
    create trigger waiting_edit_bytes after insert or delete or update of sha256 on waiting_edit for each row
    execute function add_bytes_waiting()`.execute(db)
}

/**
 * A unique index cannot span two tables, so triggers take the owner's row of `storage_use` and look into the other one;
 * they report the unique index of the images.
 */
async function refuseTwins(db: Kysely<unknown>) {
  await sql`
    create function refuse_own_twin(owner bigint, image bigint, hash text) returns void language plpgsql as $$
      begin
        perform from storage_use where owner_id = owner for update;
        if exists (
          select from images where owner_id = owner and sha256 = hash and id <> image and deleted_at is null
        ) or exists (
          select from waiting_edit join images on id = image_id
          where waiting_edit.sha256 = hash and waiting_edit.owner_id = owner and image_id <> image and deleted_at is null
        ) then
          raise unique_violation using
            constraint = 'images_owner_sha256', message = 'the owner has these bytes already';
        end if;
      end $$`.execute(db)
  await sql`
    create function refuse_twin_of_image() returns trigger language plpgsql as $$
      begin
        perform refuse_own_twin(new.owner_id, new.id, new.sha256);
        perform refuse_own_twin(owner_id, image_id, sha256) from waiting_edit
        where image_id = new.id and sha256 is not null;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger images_twin_update after update of sha256, deleted_at on images for each row
    when (new.deleted_at is null and (old.sha256 <> new.sha256 or old.deleted_at is not null))
    execute function refuse_twin_of_image()`.execute(db)
  await sql`
    create function refuse_twin_of_waiting_file() returns trigger language plpgsql as $$
      begin
        perform refuse_own_twin(new.owner_id, new.image_id, new.sha256);
        return null;
      end $$`.execute(db)
  await sql`
    create trigger waiting_edit_twin after insert or update of sha256 on waiting_edit for each row
    when (new.sha256 is not null) execute function refuse_twin_of_waiting_file()`.execute(db)
  await refuseTwinsOfNewImages(db)
}

/** By one query for all rows of a statement, since an import inserts many. */
async function refuseTwinsOfNewImages(db: Kysely<unknown>) {
  await sql`
    create function refuse_twins_of_new_images() returns trigger language plpgsql as $$
      begin
        perform from storage_use where owner_id in (select owner_id from after) order by owner_id for update;
        perform refuse_own_twin(after.owner_id, after.id, after.sha256)
        from after join waiting_edit using (owner_id, sha256) where deleted_at is null;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger images_twin_insert after insert on images
    referencing new table as after for each statement
    execute function refuse_twins_of_new_images()`.execute(db)
}
