-- Images of contributors, whatever their status.

create table images (
  id                 bigint generated always as identity primary key,
  owner_id           bigint not null references users,
  status             text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  slug               text not null unique,
  title              text not null,
  description        text not null default '',
  category_id        smallint,
  licence            text not null default 'library',
  credit             text not null default '',
  ai_made            text not null default 'unknown',
  rights_version     smallint,
  rights_at          timestamptz,
  cloudflare_id      text not null unique,
  delivery_url       text,
  sha256             text not null references file,
  file_name          text not null,
  downloads          bigint not null default 0,
  pub_no             int unique,
  previous_pub_no    int,
  -- Raised with each change that people see, so that an edit of what has changed meanwhile is noticed.
  version            int not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  deleted_at         timestamptz,
  deleted_by         bigint references users on delete set null,
  taken_down_at      timestamptz,
  is_hidden          boolean not null default false,
  is_withheld        boolean not null default false,
  -- Repeats `waiting_edit`, so that lists and their indexes need no join.
  edit_waiting_since timestamptz,
  constraint images_published
    check ((status = 'approved' and deleted_at is null and not is_hidden) = (pub_no is not null)),
  constraint images_taken_down check (taken_down_at is null or deleted_at is not null)
) with (fillfactor = 90); -- room for the download counter's updates beside their rows

create sequence pub_no as int; -- publish order: the highest number is the newest

-- The same bytes from the same contributor are the same image, unless it lies in the trash.
create unique index images_owner_sha256 on images (owner_id, sha256) where deleted_at is null;
create index images_sha256 on images (sha256) include (id);
-- Lists of everybody's images and of one person's, of all statuses and of one.
create index images_all on images (created_at desc, id desc) where deleted_at is null;
create index images_all_own on images (owner_id, created_at desc, id desc) where deleted_at is null;
create index images_list on images (status, created_at desc, id desc) where deleted_at is null;
create index images_own on images (owner_id, status, created_at desc, id desc) where deleted_at is null;
-- What waits for review: pending images, and approved ones with a waiting edit.
create index images_waiting on images (created_at desc, id desc)
where deleted_at is null and (status = 'pending' or edit_waiting_since is not null);
create index images_waiting_own on images (owner_id, created_at desc, id desc)
where deleted_at is null and (status = 'pending' or edit_waiting_since is not null);
create index images_edit_waiting on images (owner_id) where edit_waiting_since is not null and deleted_at is null;
create index images_published_own on images (owner_id, pub_no desc) where pub_no is not null;
create index images_hidden on images (owner_id, id) where is_hidden;
create index images_not_hidden on images (owner_id, id) where status = 'approved' and not is_hidden;
create index images_trash on images (deleted_at) where deleted_at is not null;
create index images_taken_down on images (taken_down_at) where taken_down_at is not null;
-- Rows of a CSV name images by the name that a file was uploaded under.
create index images_file_name on images (regexp_replace(lower(file_name), '\.png$', '')) where deleted_at is null;

-- By a trigger, so that whatever statement changes an image, its edits notice.
create function next_version() returns trigger language plpgsql as $$ begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger images_version before update on images for each row
when (
  (old.status, old.title, old.description, old.category_id, old.licence, old.credit, old.ai_made, old.updated_at,
    old.deleted_at, old.edit_waiting_since)
  is distinct from
  (new.status, new.title, new.description, new.category_id, new.licence, new.credit, new.ai_made, new.updated_at,
    new.deleted_at, new.edit_waiting_since)
)
execute function next_version();

-- Tells every process when images change, with the transaction and the owners, so that open lists are read again. A
-- notification takes 8,000 bytes: of more than 300 owners, '*' says that it may be anyone. Downloads and CDN copies
-- raise no version.
create function notify_images_changed(owners bigint[]) returns void language sql as $$
  select pg_notify('vitrine', concat_ws(e'\n', 'images changed', pg_current_xact_id()::text,
    case when cardinality(owners) > 300 then '*' else array_to_string(owners, ',') end))
  where cardinality(owners) > 0
$$;

create function notify_images() returns trigger language plpgsql as $$ begin
  perform notify_images_changed(array(select distinct owner_id from changed));
  return null;
end $$;
create trigger images_notify_insert after insert on images referencing new table as changed
for each statement execute function notify_images();
create trigger images_notify_delete after delete on images referencing old table as changed
for each statement execute function notify_images();

create function notify_images_update() returns trigger language plpgsql as $$ begin
  perform notify_images_changed(array(
    select distinct after.owner_id from after join before using (id) where after.version <> before.version
  ));
  return null;
end $$;
create trigger images_notify_update after update on images referencing old table as before new table as after
for each statement execute function notify_images_update();

create table keyword (
  id    int generated always as identity primary key,
  name  text not null,
  uses  int not null default 0,
  words tsvector -- null until it is first published
);
create unique index keyword_name on keyword (lower(name));
create index keyword_uses on keyword (uses desc, id) where uses > 0;
create index keyword_words on keyword using gin (words) with (fastupdate = off);

create table image_keyword (
  image_id   bigint not null references images on delete cascade,
  keyword_id int not null references keyword,
  position   smallint not null,
  primary key (image_id, keyword_id)
);
create index image_keyword_keyword on image_keyword (keyword_id);

-- The words by which the back offices find an image. A table of its own, because the rows of `images` change with every
-- download and decision, which must not write to this index.
create table image_words (image_id bigint primary key references images on delete cascade, words tsvector not null);
create index image_words_words on image_words using gin (words) with (fastupdate = off);

-- People who got a picture under a licence may keep to it, so it is known for as long as the image is.
create table former_licence (
  image_id bigint not null references images on delete cascade,
  licence  text not null,
  credit   text not null,
  until    timestamptz not null default clock_timestamp(),
  primary key (image_id, until)
);
create function keep_former_licence() returns trigger language plpgsql as $$ begin
  insert into former_licence (image_id, licence, credit) values (old.id, old.licence, old.credit);
  return null;
end $$;
create trigger images_former_licence after update of licence, credit on images for each row
when ((old.licence, old.credit) is distinct from (new.licence, new.credit)) execute function keep_former_licence();

-- The addresses that the files of a public image had, so that what names them shows the file that it has now.
create table former_cloudflare_id (
  cloudflare_id text primary key,
  image_id      bigint not null references images on delete cascade
);
create index former_cloudflare_id_image on former_cloudflare_id (image_id);
