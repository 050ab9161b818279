import { type Kysely, sql } from 'kysely'

/**
 * What the levels of contributors are counted from, and what goes live by them. `counted_decision` has the last
 * decision about each image that counts; it outlives the image, so that deleting what was rejected changes no level. It
 * refers to no other table, so that a decision locks no account.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table users add column level_by_admin text check (level_by_admin in ('new', 'known', 'trusted'))`.execute(db)
  await sql`alter table images add column is_sample boolean not null default false`.execute(db)
  await sql`alter table decision add column is_automatic boolean not null default false`.execute(db)
  await sql`
    create table counted_decision (
      image_id    bigint primary key,
      owner_id    bigint not null,
      at          timestamptz not null,
      is_approved boolean not null
    )`.execute(db)
  await sql`
    insert into counted_decision (image_id, owner_id, at, is_approved)
    select image_id, owner_id, at, status = 'approved'
    from (
      select distinct on (image_id) image_id, owner_id, at, status, decided_by from decision
      where not about_edit order by image_id, id desc
    ) as last
    where status <> 'pending' and owner_id is not null and decided_by is distinct from owner_id`.execute(db)
  await sql`create index counted_decision_owner on counted_decision (owner_id, at desc, image_id desc)`.execute(db)
  await keepCountedDecisions(db)
}

/**
 * An image that returns to review has no counted decision. Those of admins about their own images and those by a level
 * do not count. A closed account has no level, and nothing is stored of it.
 */
async function keepCountedDecisions(db: Kysely<unknown>) {
  await sql`
    create function keep_counted_decision() returns trigger language plpgsql as $$
      begin
        if new.status = 'pending' then
          delete from counted_decision where image_id = new.image_id;
        else
          insert into counted_decision (image_id, owner_id, at, is_approved)
          select new.image_id, new.owner_id, new.at, new.status = 'approved'
          from users where id = new.owner_id and closed_at is null
          on conflict (image_id) do update set at = excluded.at, is_approved = excluded.is_approved;
        end if;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger keep_counted_decision after insert on decision for each row
    when (not new.about_edit and not new.is_automatic and new.decided_by is distinct from new.owner_id)
    execute function keep_counted_decision()`.execute(db)
}
