import { type Kysely, sql } from 'kysely'

/**
 * What contributors say of artificial intelligence, and what visitors and back offices filter by: that, or more where
 * the file says more. No posting list is needed for images of which nothing is said.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table images add column ai_made text not null default 'unknown'`.execute(db)
  await sql`alter table published add column ai smallint not null default 0`.execute(db)
  await sql`alter table image_facet add column ai text not null default 'unknown'`.execute(db)
  await raiseVersion(db)
  await writeFacets(db)
  // Of files that were measured since migration 0050; measuring publishes their images again.
  await sql`
    select write_image_facets(array(select id from images join file using (sha256) where source is not null))`.execute(
    db,
  )
  await sql`update file set measures_version = 0 where source is not null`.execute(db)
}

async function raiseVersion(db: Kysely<unknown>) {
  const columns = 'status title description category_id licence credit ai_made updated_at deleted_at edit_waiting_since'
  const of = (row: string) => sql.raw(columns.replaceAll(/(\w+) ?/g, `${row}.$1, `).slice(0, -2))
  await sql`drop trigger images_version on images`.execute(db)
  await sql`
    create trigger images_version before update on images for each row
    when ((${of('old')}) is distinct from (${of('new')}))
    execute function next_version()`.execute(db)
}

/** As in migration 0048, and what is said of AI; 'contradicted' where the file says it and the contributor denies it. */
async function writeFacets(db: Kysely<unknown>) {
  await sql`
    create or replace function write_image_facets(ids bigint[]) returns void language plpgsql as $$ begin
      delete from image_facet
      where image_id in (select id from images where id = any(ids) and deleted_at is not null);
      insert into image_facet (
        image_id, owner_id, status, created_at, edit_waiting_since, byte_size, category_id, title_key, open_findings,
        transparency, has_keywords, is_overruled, reason, licence, ai
      )
      select id, owner_id, status, created_at, edit_waiting_since, byte_size, category_id, lower(left(title, 40)),
        nullif(open_findings, '{}'),
        case
          when findings is null then null
          when open_findings && '{nothing_clear,nothing_to_see}' then 'none'
          when translucent_ratio >= 0.01 + 5.0 * (width + height) / (width::float8 * height) then 'soft'
          else 'cutout'
        end,
        exists (select from image_keyword where image_id = images.id),
        exists (select from overruled_finding where overruled_finding.sha256 = images.sha256),
        case when status = 'rejected' then (
          select decision.reason from decision
          where decision.image_id = images.id and decision.status = 'rejected' and not about_edit
          order by decision.id desc limit 1
        ) end,
        licence,
        case
          when ai_made = 'no'
            and source in ('trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic')
            then 'contradicted'
          when ai_made = 'yes' or source = 'trainedAlgorithmicMedia' then 'yes'
          when ai_made = 'partly' or source in ('compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic')
            then 'partly'
          else ai_made
        end
      from images join file using (sha256)
      where id = any(ids) and deleted_at is null
      order by id
      on conflict (image_id) do update set
        owner_id = excluded.owner_id, status = excluded.status, created_at = excluded.created_at,
        edit_waiting_since = excluded.edit_waiting_since, byte_size = excluded.byte_size,
        category_id = excluded.category_id, title_key = excluded.title_key,
        open_findings = excluded.open_findings, transparency = excluded.transparency,
        has_keywords = excluded.has_keywords, is_overruled = excluded.is_overruled, reason = excluded.reason,
        licence = excluded.licence, ai = excluded.ai
      where (image_facet.*) is distinct from (excluded.*);
    end $$`.execute(db)
  await sql`
    create or replace function facet_file_update() returns trigger language plpgsql as $$
      declare
        ids bigint[] := array(
          select images.id from after join before using (sha256) join images using (sha256)
          where (after.open_findings, after.translucent_ratio, after.byte_size, after.source)
            is distinct from (before.open_findings, before.translucent_ratio, before.byte_size, before.source)
        );
      begin
        if cardinality(ids) > 0 then perform write_image_facets(ids); end if;
        return null;
      end $$`.execute(db)
}
