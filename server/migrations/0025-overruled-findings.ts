import { type Kysely, sql } from 'kysely'

/**
 * Faults that an admin says are none, by file, so that they are remembered when a file is measured or uploaded again.
 * `file.open_findings` holds the kinds that were found and not overruled, for lists that are filtered by them; triggers
 * keep it. Null where the file was not measured.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table overruled_finding (
      sha256       text not null references file on delete cascade,
      kind         text not null,
      reason       text not null,
      overruled_by bigint references users on delete set null,
      at           timestamptz not null default now(),
      primary key (sha256, kind)
    )`.execute(db)
  await sql`alter table file add column open_findings text[]`.execute(db)
  await keepOpenFindings(db)
  await sql`update file set findings = findings where findings is not null`.execute(db)
  await sql`create index file_open_findings on file using gin (open_findings) with (fastupdate = off)`.execute(db)
  // What a filtered list reads of the images of a file, without their rows.
  await sql`drop index images_sha256`.execute(db)
  await sql`
    create index images_sha256 on images (sha256) include (id, created_at, status, owner_id, deleted_at)`.execute(db)
}

async function keepOpenFindings(db: Kysely<unknown>) {
  await sql`
    create function set_open_findings() returns trigger language plpgsql as $$
      begin
        new.open_findings = case when new.findings is not null then array(
          select finding ->> 'kind' from jsonb_array_elements(new.findings) with ordinality as found (finding, place)
          where not exists (
            select from overruled_finding
            where overruled_finding.sha256 = new.sha256 and kind = finding ->> 'kind'
          )
          order by place
        ) end;
        return new;
      end $$`.execute(db)
  await sql`
    create trigger file_findings before insert or update of findings on file
    for each row execute function set_open_findings()`.execute(db)
  await sql`
    create function renew_open_findings() returns trigger language plpgsql as $$
      begin
        update file set findings = findings where sha256 = coalesce(new.sha256, old.sha256);
        return null;
      end $$`.execute(db)
  await sql`
    create trigger overruled_finding_changed after insert or delete on overruled_finding
    for each row execute function renew_open_findings()`.execute(db)
}
