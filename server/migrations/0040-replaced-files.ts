import { type Kysely, sql } from 'kysely'

/** An image may get another file: the bytes of its owner are counted again (migrations 0011 and 0023). */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function add_bytes_replace() returns trigger language plpgsql as $$
      begin
        update storage_use set bytes = bytes
          + (select byte_size from file where sha256 = new.sha256)
          - (select byte_size from file where sha256 = old.sha256)
        where owner_id = new.owner_id;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger images_bytes_replace after update of sha256 on images for each row
    when (old.sha256 <> new.sha256) execute function add_bytes_replace()`.execute(db)
}
