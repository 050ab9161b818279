import { type Kysely, sql } from 'kysely'

/**
 * Who is named for an image, when its licence was stated, what it was given under before, and which version of the
 * terms each person has agreed to. An empty credit names the contributor; a `rights_at` of null is `created_at`.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table images
      add column credit text not null default '',
      add column rights_at timestamptz`.execute(db)
  await sql`alter table waiting_edit add column rights_at timestamptz`.execute(db)
  // Who was there before has agreed to the only version that there was.
  await sql`alter table users add column terms_version smallint not null default 1`.execute(db)
  await sql`
    update images set credit = 'Noto Emoji project, Google'
    where licence = 'apache-2.0'
      and description like '%, drawn by the Noto Emoji project (Apache-2.0) on a clear background.'`.execute(db)
  await raiseVersion(db)
  await keepFormerLicences(db)
  await addFilters(db)
}

async function raiseVersion(db: Kysely<unknown>) {
  const columns = 'status title description category_id licence credit updated_at deleted_at edit_waiting_since'
  const of = (row: string) => sql.raw(columns.replaceAll(/(\w+) ?/g, `${row}.$1, `).slice(0, -2))
  await sql`drop trigger images_version on images`.execute(db)
  await sql`
    create trigger images_version before update on images for each row
    when ((${of('old')}) is distinct from (${of('new')}))
    execute function next_version()`.execute(db)
}

/** Whoever got a picture under a licence may keep to it, so it is known for as long as the image is. */
async function keepFormerLicences(db: Kysely<unknown>) {
  await sql`
    create table former_licence (
      image_id bigint not null references images on delete cascade,
      licence  text not null,
      credit   text not null,
      until    timestamptz not null default clock_timestamp(),
      primary key (image_id, until)
    )`.execute(db)
  await sql`
    create function keep_former_licence() returns trigger language plpgsql as $$
      begin
        insert into former_licence (image_id, licence, credit) values (old.id, old.licence, old.credit);
        return null;
      end $$`.execute(db)
  await sql`
    create trigger images_former_licence after update of licence, credit on images for each row
    when ((old.licence, old.credit) is distinct from (new.licence, new.credit))
    execute function keep_former_licence()`.execute(db)
}

/**
 * The licence of published images by its number, and of images in the lists of the back offices. The posting list of
 * the library's own licence begins as that of all images; those of another one are reindexed.
 */
async function addFilters(db: Kysely<unknown>) {
  await sql`alter table published add column licence smallint not null default 1`.execute(db)
  await sql`
    update index_queue set indexed_as = indexed_as || '{"licence": 1}' where indexed_as is not null`.execute(db)
  for (const table of ['posting', 'posting_list'])
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(one, '{"term": "l1"}')).* from ${sql.table(table)} as one
      where term = 'all'`.execute(db)
  const lexemes = (weights: string) => sql.raw(`tsvector_to_array(ts_filter(old.words, '{${weights}}'))`)
  await sql`
    with relicensed as (
      update published set licence = case images.licence
        when 'cc0' then 2 when 'cc-by-4.0' then 3 when 'apache-2.0' then 4 when 'mit' then 5 else 1 end
      from images where images.id = image_id and images.licence <> 'library'
      returning old.pub_no, ${lexemes('a,b,c')} as words, ${lexemes('a')} as title_words,
        ${lexemes('d')} as description_words, old.category_id, old.keyword_ids, old.colours, old.orientation,
        old.longer_side, old.transparency, old.has_clean_edges, old.licence, old.downloads, old.popularity
    )
    insert into index_queue (pub_no, indexed_as)
    select pub_no, to_jsonb(relicensed) - 'pub_no' from relicensed order by pub_no
    on conflict (pub_no) do nothing`.execute(db)
  await sql`alter table image_facet add column licence text not null default 'library'`.execute(db)
  await writeFacets(db)
  await sql`
    update image_facet set licence = images.licence
    from images where id = image_id and images.licence <> 'library'`.execute(db)
}

/** As in migration 0037, and the licence. */
async function writeFacets(db: Kysely<unknown>) {
  await sql`
    create or replace function write_image_facets(ids bigint[]) returns void language plpgsql as $$ begin
      delete from image_facet
      where image_id in (select id from images where id = any(ids) and deleted_at is not null);
      insert into image_facet (
        image_id, owner_id, status, created_at, edit_waiting_since, byte_size, category_id, title_key, open_findings,
        transparency, has_keywords, is_overruled, reason, licence
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
        licence
      from images join file using (sha256)
      where id = any(ids) and deleted_at is null
      order by id
      on conflict (image_id) do update set
        owner_id = excluded.owner_id, status = excluded.status, created_at = excluded.created_at,
        edit_waiting_since = excluded.edit_waiting_since, byte_size = excluded.byte_size,
        category_id = excluded.category_id, title_key = excluded.title_key,
        open_findings = excluded.open_findings, transparency = excluded.transparency,
        has_keywords = excluded.has_keywords, is_overruled = excluded.is_overruled, reason = excluded.reason,
        licence = excluded.licence
      where (image_facet.*) is distinct from (excluded.*);
    end $$`.execute(db)
}
