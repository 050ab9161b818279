-- What the lists of the back offices are filtered and sorted by, one narrow row for each image outside the trash: a
-- walk through 100,000 takes 8 ms, while `images`, `file`, `decision` and `image_keyword` joined take 200. Triggers
-- keep it, so that whatever changes an image, an operator's SQL included, the lists are right when it commits.

create table image_facet (
  image_id           bigint primary key references images on delete cascade,
  owner_id           bigint not null,
  status             text not null,
  created_at         timestamptz not null,
  edit_at            timestamptz,
  byte_size          bigint not null,
  category_id        smallint references category,
  has_keywords       boolean not null,
  is_overruled       boolean not null,
  transparency       text,
  open_findings      text[],
  reason             text,
  licence            text not null default 'library',
  ai                 text not null default 'unknown',
  title_key          text collate "C" not null
);
create index image_facet_owner on image_facet (owner_id);
-- Orders of a list without filters.
create index image_facet_title on image_facet (title_key, image_id);
create index image_facet_size on image_facet (byte_size, image_id);

-- `ai` is what the contributor says, or more where the file says more.
create function write_image_facets(ids bigint[]) returns void language plpgsql as $$ begin
  if cardinality(ids) = 0 then return; end if;
  delete from image_facet
  where image_id in (select id from images where id = any(ids) and state in ('trash', 'taken_down'));
  insert into image_facet (
    image_id, owner_id, status, created_at, edit_at, byte_size, category_id, has_keywords, is_overruled,
    transparency, open_findings, reason, licence, ai, title_key
  )
  select id, owner_id, status, created_at, edit_at, byte_size, category_id,
    exists (select from image_keyword where image_id = images.id),
    overruled <> '{}',
    case
      when findings is null then null
      when open_findings && '{nothing_clear,nothing_to_see}' then 'none'
      when translucent_ratio >= 0.01 + 5.0 * (width + height) / (width::float8 * height) then 'soft'
      else 'cutout'
    end,
    nullif(open_findings, '{}'),
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
    end,
    lower(left(title, 40))
  from images join file using (sha256)
  where id = any(ids) and state not in ('trash', 'taken_down')
  order by id
  on conflict (image_id) do update set (
    image_id, owner_id, status, created_at, edit_at, byte_size, category_id, has_keywords, is_overruled,
    transparency, open_findings, reason, licence, ai, title_key
  ) = (select excluded.*)
  where (image_facet.*) is distinct from (excluded.*);
end $$;

-- Tells every process when images change, with the transaction and the owners, so that open lists are read again. A
-- notification takes 8,000 bytes: of more than 300 owners, '*' says that it may be anyone. Downloads and CDN copies
-- raise no version.
create function notify_images_changed(owners bigint[]) returns void language sql as $$
  select pg_notify('vitrine', concat_ws(e'\n', 'images changed', pg_current_xact_id()::text,
    case when cardinality(owners) > 300 then '*' else array_to_string(owners, ',') end))
  where cardinality(owners) > 0
$$;

-- One trigger for each event of images, which takes rows of other tables in one order: the owners' bytes, their counts,
-- the facets.
create function after_images_insert() returns trigger language plpgsql as $$ begin
  insert into storage_use (owner_id, bytes)
  select owner_id, sum(byte_size) from after join file using (sha256) group by owner_id order by owner_id
  on conflict (owner_id) do update set bytes = storage_use.bytes + excluded.bytes;
  insert into image_count (owner_id, status, count)
  select owner_id, status, count(*) from after
  where state not in ('trash', 'taken_down') group by owner_id, status order by owner_id, status
  on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
  perform write_image_facets(array(select id from after));
  perform notify_images_changed(array(select distinct owner_id from after));
  return null;
end $$;
create trigger images_insert after insert on images referencing new table as after
for each statement execute function after_images_insert();

create function after_images_delete() returns trigger language plpgsql as $$ begin
  update storage_use set bytes = storage_use.bytes - freed.bytes
  from (
    select owner_id, sum(byte_size) as bytes
    from (select owner_id, unnest(array[sha256, edit_sha256]) as sha256 from before) as held join file using (sha256)
    group by owner_id
  ) as freed
  where storage_use.owner_id = freed.owner_id;
  insert into image_count (owner_id, status, count)
  select owner_id, status, -count(*) from before
  where state not in ('trash', 'taken_down') group by owner_id, status order by owner_id, status
  on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
  perform notify_images_changed(array(select distinct owner_id from before));
  return null;
end $$;
create trigger images_delete after delete on images referencing old table as before
for each statement execute function after_images_delete();

create function after_images_update() returns trigger language plpgsql as $$
declare changed bigint[] := array(
  select id from after join before using (id)
  where (after.version, after.created_at, after.sha256, after.edit_sha256)
    is distinct from (before.version, before.created_at, before.sha256, before.edit_sha256)
);
begin
  if cardinality(changed) = 0 then return null; end if; -- downloads, addresses at the CDN
  insert into storage_use (owner_id, bytes)
  select owner_id, sum(change * byte_size) from (
    select after.owner_id, held.sha256, change
    from after join before using (id) cross join lateral (
      values (after.sha256, 1), (after.edit_sha256, 1), (before.sha256, -1), (before.edit_sha256, -1)
    ) as held (sha256, change)
    where (after.sha256, after.edit_sha256) is distinct from (before.sha256, before.edit_sha256)
  ) as held join file using (sha256)
  group by owner_id having sum(change * byte_size) <> 0 order by owner_id
  on conflict (owner_id) do update set bytes = storage_use.bytes + excluded.bytes;
  insert into image_count (owner_id, status, count)
  select owner_id, status, sum(change) from (
    select owner_id, status, 1 as change from after where state not in ('trash', 'taken_down')
    union all select owner_id, status, -1 from before where state not in ('trash', 'taken_down')
  ) as changes
  group by owner_id, status having sum(change) <> 0 order by owner_id, status
  on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
  perform write_image_facets(changed);
  perform notify_images_changed(array(select distinct owner_id from after where id = any(changed)));
  return null;
end $$;
create trigger images_update after update on images referencing old table as before new table as after
for each statement execute function after_images_update();

create function facet_file_update() returns trigger language plpgsql as $$ begin
  perform write_image_facets(array(
    select images.id from after join before using (sha256) join images using (sha256)
    where (after.open_findings, after.overruled <> '{}', after.translucent_ratio, after.byte_size, after.source)
      is distinct from
      (before.open_findings, before.overruled <> '{}', before.translucent_ratio, before.byte_size, before.source)
  ));
  return null;
end $$;
create trigger facet_file_update after update on file referencing old table as before new table as after
for each statement execute function facet_file_update();

create function facet_image_keyword() returns trigger language plpgsql as $$ begin
  perform write_image_facets(array(select image_id from changed));
  return null;
end $$;
create trigger facet_image_keyword_insert after insert on image_keyword referencing new table as changed
for each statement execute function facet_image_keyword();
create trigger facet_image_keyword_delete after delete on image_keyword referencing old table as changed
for each statement execute function facet_image_keyword();

-- Of the decisions about an image only rejections show.
create function facet_decision() returns trigger language plpgsql as $$ begin
  perform write_image_facets(array(select image_id from changed where status = 'rejected' and not about_edit));
  return null;
end $$;
create trigger facet_decision_insert after insert on decision referencing new table as changed
for each statement execute function facet_decision();
create trigger facet_decision_delete after delete on decision referencing old table as changed
for each statement execute function facet_decision();
