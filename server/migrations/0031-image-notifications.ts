import { type Kysely, sql } from 'kysely'

/**
 * Tells every process when images change, with the transaction and the owners, so that open lists are read again. By
 * triggers, so that whatever changes an image is told when it commits. Downloads and CDN copies change no version.
 */
export async function up(db: Kysely<unknown>) {
  // A notification takes 8,000 bytes: of more than 300 owners, '*' says that it may be anyone.
  await sql`
    create function notify_images_changed(owners bigint[]) returns void language sql as $$
      select pg_notify('vitrine', concat_ws(e'\n', 'images changed', pg_current_xact_id()::text,
        case when cardinality(owners) > 300 then '*' else array_to_string(owners, ',') end))
      where cardinality(owners) > 0
    $$`.execute(db)
  for (const [event, tables, owners] of [
    ['insert', 'new table as after', 'select owner_id from after'],
    ['delete', 'old table as before', 'select owner_id from before'],
    [
      'update',
      'old table as before new table as after',
      'select after.owner_id from after join before using (id) where after.version <> before.version',
    ],
  ] as const) {
    await sql`
      create function notify_images_${sql.raw(event)}() returns trigger language plpgsql as $$
        begin
          perform notify_images_changed(array(select distinct owner_id from (${sql.raw(owners)}) as changed));
          return null;
        end $$`.execute(db)
    await sql`
      create trigger images_notify_${sql.raw(event)} after ${sql.raw(event)} on images
      referencing ${sql.raw(tables)} for each statement
      execute function notify_images_${sql.raw(event)}()`.execute(db)
  }
}
