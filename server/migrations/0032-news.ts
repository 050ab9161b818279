import { type Kysely, sql } from 'kysely'

/** Whose images were decided about, and until when each person has read what is new. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column news_read_at timestamptz not null default now()`.execute(db)
  await sql`alter table decision add column owner_id bigint`.execute(db)
  await sql`
    update decision set owner_id = images.owner_id from images where images.id = image_id`.execute(db)
  // An image keeps its owner. By a trigger, so that no statement that adds a decision has to know.
  await sql`
    create function set_decision_owner() returns trigger language plpgsql as $$
      begin
        new.owner_id := (select owner_id from images where id = new.image_id);
        return new;
      end $$`.execute(db)
  await sql`
    create trigger decision_owner before insert on decision for each row
    execute function set_decision_owner()`.execute(db)
  await sql`create index decision_of_owner on decision (owner_id, status, id desc)`.execute(db)
}
