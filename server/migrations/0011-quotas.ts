import { type Kysely, sql } from 'kysely'

/** What quotas are compared with: the bytes of each person's images, and their uploads of the last hour. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table storage_use (
      owner_id bigint primary key references users on delete cascade,
      bytes    bigint not null
    ) with (fillfactor = 50)`.execute(db)
  // The triggers come before the sum: their lock on images keeps every writer out until this transaction ends.
  await addBytesAfter(db, 'insert', 'new table as changed', 'sum(byte_size)')
  await addBytesAfter(db, 'delete', 'old table as changed', '-sum(byte_size)')
  await sql`insert into storage_use select owner_id, sum(byte_size) from images group by owner_id`.execute(db)
  // Unlogged: after a crash of the database, counting starts from zero.
  await sql`
    create unlogged table upload_minute (
      owner_id bigint not null references users on delete cascade,
      minute   timestamptz not null,
      count    int not null,
      primary key (owner_id, minute)
    )`.execute(db)
}

/** Rows are taken in the order of their key, so concurrent statements cannot deadlock. */
async function addBytesAfter(db: Kysely<unknown>, event: string, transitionTable: string, bytes: string) {
  const name = `add_bytes_${event}`
  await sql`
    create function ${sql.ref(name)}() returns trigger language plpgsql as $$
      begin
        insert into storage_use (owner_id, bytes)
        select owner_id, ${sql.raw(bytes)} from changed group by owner_id order by owner_id
        on conflict (owner_id) do update set bytes = storage_use.bytes + excluded.bytes;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger ${sql.ref(`images_bytes_${event}`)} after ${sql.raw(event)} on images
    referencing ${sql.raw(transitionTable)} for each statement
    execute function ${sql.ref(name)}()`.execute(db)
}
