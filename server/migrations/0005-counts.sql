-- What is counted of people and images. Rows are taken in the order of their key, so that concurrent statements cannot
-- deadlock; tables whose rows change with each upload have room for that beside them.

-- Images of each contributor by status, outside the trash: counting 100,000 takes 8 ms, and every page of a list asks.
create table image_count (
  owner_id bigint not null references users on delete cascade,
  status   text not null,
  count    bigint not null,
  primary key (owner_id, status)
) with (fillfactor = 50);

create function count_images() returns trigger language plpgsql as $$ begin
  insert into image_count (owner_id, status, count)
  select owner_id, status, case tg_op when 'INSERT' then count(*) else -count(*) end from changed
  where deleted_at is null group by owner_id, status order by owner_id, status
  on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
  return null;
end $$;
create trigger images_count_insert after insert on images referencing new table as changed
for each statement execute function count_images();
create trigger images_count_delete after delete on images referencing old table as changed
for each statement execute function count_images();

create function count_images_update() returns trigger language plpgsql as $$ begin
  insert into image_count (owner_id, status, count)
  select owner_id, status, sum(change) from (
    select owner_id, status, 1 as change from inserted where deleted_at is null
    union all select owner_id, status, -1 from deleted where deleted_at is null
  ) as changes
  group by owner_id, status having sum(change) <> 0 order by owner_id, status
  on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
  return null;
end $$;
create trigger images_count_update after update on images referencing old table as deleted new table as inserted
for each statement execute function count_images_update();

-- Bytes of each person's originals, those in the trash and the new files of waiting edits included.
create table storage_use (
  owner_id bigint primary key references users on delete cascade,
  bytes    bigint not null
) with (fillfactor = 50);

create function add_bytes() returns trigger language plpgsql as $$ begin
  insert into storage_use (owner_id, bytes)
  select owner_id, case tg_op when 'INSERT' then sum(byte_size) else -sum(byte_size) end
  from changed join file using (sha256) group by owner_id order by owner_id
  on conflict (owner_id) do update set bytes = storage_use.bytes + excluded.bytes;
  return null;
end $$;
create trigger images_bytes_insert after insert on images referencing new table as changed
for each statement execute function add_bytes();
create trigger images_bytes_delete after delete on images referencing old table as changed
for each statement execute function add_bytes();

-- Of another file of an image, or of its waiting edit.
create function change_bytes() returns trigger language plpgsql as $$ begin
  update storage_use set bytes = bytes
    + coalesce((select byte_size from file where sha256 = new.sha256), 0)
    - coalesce((select byte_size from file where sha256 = old.sha256), 0)
  where owner_id = coalesce(new.owner_id, old.owner_id);
  return null;
end $$;
create trigger images_bytes_replace after update of sha256 on images for each row
when (old.sha256 <> new.sha256) execute function change_bytes();
create trigger waiting_edit_bytes after insert or delete or update of sha256 on waiting_edit
for each row execute function change_bytes();

-- A person has no picture twice: neither as two images nor as an image and a file that waits. A unique index cannot
-- span two tables, so triggers lock the owner's row of `storage_use` and look into the other one; they report the
-- unique index of the images.
create function refuse_own_twin(owner bigint, image bigint, hash text) returns void language plpgsql as $$ begin
  perform from storage_use where owner_id = owner for update;
  if exists (
    select from images where owner_id = owner and sha256 = hash and id <> image and deleted_at is null
  ) or exists (
    select from waiting_edit join images on id = image_id
    where waiting_edit.sha256 = hash and waiting_edit.owner_id = owner and image_id <> image and deleted_at is null
  ) then
    raise unique_violation using
      constraint = 'images_owner_sha256', message = 'the owner has these bytes already';
  end if;
end $$;

-- By one query for all rows of a statement, since an import inserts many.
create function refuse_twins_of_new_images() returns trigger language plpgsql as $$ begin
  perform from storage_use where owner_id in (select owner_id from after) order by owner_id for update;
  perform refuse_own_twin(after.owner_id, after.id, after.sha256)
  from after join waiting_edit using (owner_id, sha256) where deleted_at is null;
  return null;
end $$;
create trigger images_twin_insert after insert on images referencing new table as after
for each statement execute function refuse_twins_of_new_images();

create function refuse_twin_of_image() returns trigger language plpgsql as $$ begin
  perform refuse_own_twin(new.owner_id, new.id, new.sha256);
  perform refuse_own_twin(owner_id, image_id, sha256) from waiting_edit where image_id = new.id and sha256 is not null;
  return null;
end $$;
create trigger images_twin_update after update of sha256, deleted_at on images for each row
when (new.deleted_at is null and (old.sha256 <> new.sha256 or old.deleted_at is not null))
execute function refuse_twin_of_image();

create function refuse_twin_of_waiting_file() returns trigger language plpgsql as $$ begin
  perform refuse_own_twin(new.owner_id, new.image_id, new.sha256);
  return null;
end $$;
create trigger waiting_edit_twin after insert or update of sha256 on waiting_edit for each row
when (new.sha256 is not null) execute function refuse_twin_of_waiting_file();

-- Uploads of a person within each minute of the last hour. Unlogged: after a crash of the database, counting starts
-- from zero.
create unlogged table upload_minute (
  owner_id bigint not null references users on delete cascade,
  minute   timestamptz not null,
  count    int not null,
  primary key (owner_id, minute)
);

-- Downloads a day (UTC), of a contributor's images and of one image.
create table download_day (
  owner_id bigint not null references users on delete cascade,
  day      date not null,
  count    int not null,
  primary key (owner_id, day)
);
create table image_download_day (
  image_id bigint not null references images on delete cascade,
  day      date not null,
  count    int not null,
  primary key (image_id, day)
);
create index image_download_day_day on image_download_day (day);
