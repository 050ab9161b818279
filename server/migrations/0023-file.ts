import { type Kysely, sql } from 'kysely'

/**
 * What is known of the bytes of a picture moves from `images` into a table of files by their hash, since an image may
 * get another file, and images of several people may have the same one. Its findings are null until it is measured.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table file (
      sha256            text primary key,
      byte_size         bigint not null,
      width             int not null,
      height            int not null,
      transparent_ratio real not null,
      translucent_ratio real not null,
      colours           jsonb not null,
      tone              text not null check (tone in ('light', 'dark')),
      findings          jsonb,
      edge_score        smallint,
      outline_contrast  jsonb,
      measures_version  smallint not null default 0,
      preview_version   smallint not null default 1
    )`.execute(db)
  await sql`lock table images in access exclusive mode`.execute(db)
  await sql`
    insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, tone)
    select distinct on (sha256)
      sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, tone
    from images order by sha256, id desc`.execute(db)
  await sql`create index file_measures_version on file (measures_version, sha256)`.execute(db)
  await sumBytesOfFiles(db, 'insert', 'sum(byte_size)')
  await sumBytesOfFiles(db, 'delete', '-sum(byte_size)')
  await sql`
    alter table images
      add foreign key (sha256) references file,
      drop column byte_size,
      drop column width,
      drop column height,
      drop column transparent_ratio,
      drop column translucent_ratio,
      drop column colours,
      drop column tone`.execute(db)
  await sql`analyze file`.execute(db)
}

/** Of each owner, as migration 0011 counts them. */
async function sumBytesOfFiles(db: Kysely<unknown>, event: string, bytes: string) {
  await sql`
    create or replace function ${sql.ref(`add_bytes_${event}`)}() returns trigger language plpgsql as $$
      begin
        insert into storage_use (owner_id, bytes)
        select owner_id, ${sql.raw(bytes)} from changed join file using (sha256) group by owner_id order by owner_id
        on conflict (owner_id) do update set bytes = storage_use.bytes + excluded.bytes;
        return null;
      end $$`.execute(db)
}
