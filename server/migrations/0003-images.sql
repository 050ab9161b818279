-- Images of contributors, whatever their status.

create table category (
  id       smallint primary key,
  value    text not null unique, -- on the wire
  name     text not null unique,
  position smallint not null
);
insert into category (id, value, name, position) values
  (1, 'animals', 'Animals', 1),
  (2, 'buildings_and_architecture', 'Buildings and Architecture', 2),
  (3, 'business', 'business', 3),
  (4, 'drinks', 'Drinks', 4),
  (5, 'the_environment', 'The Environment', 5),
  (6, 'states_of_mind', 'States of Mind', 6),
  (7, 'food', 'Food', 7),
  (8, 'graphic_resources', 'Graphic Resources', 8),
  (9, 'hobbies_and_leisure', 'Hobbies and Leisure', 9),
  (10, 'industry', 'Industry', 10),
  (11, 'landscape', 'Landscape', 11),
  (12, 'lifestyle', 'Lifestyle', 12),
  (13, 'people', 'People', 13),
  (14, 'plants_and_flowers', 'Plants and Flowers', 14),
  (15, 'culture_and_religion', 'Culture and Religion', 15),
  (16, 'science', 'Science', 16),
  (17, 'social_issues', 'Social Issues', 17),
  (18, 'sports', 'Sports', 18),
  (19, 'technology', 'Technology', 19),
  (20, 'transport', 'Transport', 20);

-- A file is found by its name as people see it: composed or decomposed, in any case, with any white space, and without
-- characters that show nothing (Unicode: Default_Ignorable_Code_Point), such as joiners and variation selectors. Only
-- what this function makes is compared; the collation is PostgreSQL's own, so that it is the same on every machine.
create function file_name_key(name text) returns text language sql immutable parallel safe return
  regexp_replace(btrim(regexp_replace(
    casefold(normalize(regexp_replace(
      name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
        '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    )) collate pg_unicode_fast),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )), ' ?\.png$', '');

create table images (
  id                 bigint generated always as identity primary key,
  owner_id           bigint not null references users,
  status             text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  slug               text not null unique,
  title              text not null,
  description        text not null default '',
  category_id        smallint references category,
  licence            text not null default 'library',
  credit             text not null default '',
  -- People who got a picture under a licence may keep to it, so each that it had is known, with its credit and end.
  former_licences    jsonb not null default '[]',
  ai_made            text not null default 'unknown',
  rights_version     smallint,
  rights_at          timestamptz,
  cloudflare_id      text not null unique,
  delivery_url       text,
  sha256             text not null references file,
  file_name          text not null,
  downloads          bigint not null default 0,
  publish_no         int unique, -- given at the first approval, and kept
  -- Raised with each change that people see, so that an edit of what has changed meanwhile is noticed.
  version            int not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  -- Each of these facts begins and ends by itself; `state` and `pub_no` follow from them (docs/states.md).
  hidden_by_report   boolean not null default false,
  hidden_by_block    boolean not null default false,
  trashed_at         timestamptz,
  trashed_by         bigint references users on delete set null,
  taken_down_at      timestamptz,
  -- A contributor's edit of an approved image, while the image stays public: the fields that it changes, none where it
  -- has a new file alone, and the columns that the file is to have.
  edit                jsonb,
  edit_at             timestamptz,
  edit_sha256         text references file,
  edit_file_name      text,
  edit_cloudflare_id  text,
  edit_rights_version smallint,
  edit_rights_at      timestamptz,
  state text not null generated always as (
    case when taken_down_at is not null then 'taken_down' when trashed_at is not null then 'trash'
      when status <> 'approved' then status when hidden_by_report or hidden_by_block then 'hidden' else 'public' end
  ) stored,
  -- The publish number while visitors see the image.
  pub_no int generated always as (
    case when status = 'approved' and not hidden_by_report and not hidden_by_block
      and trashed_at is null and taken_down_at is null then publish_no end
  ) stored unique,
  -- What is taken down is refused at upload.
  blocked_sha256 text generated always as (case when taken_down_at is not null then sha256 end) stored
    references blocked_picture deferrable initially deferred,
  constraint images_numbered check (status <> 'approved' or publish_no is not null),
  constraint images_hidden_by_block check (status = 'approved' or not hidden_by_block),
  constraint images_trashed_by check (trashed_at is not null or trashed_by is null),
  constraint images_edit check (edit is null or status = 'approved' and taken_down_at is null),
  constraint images_edit_at check ((edit is null) = (edit_at is null)),
  constraint images_edit_not_empty check (edit <> '{}' or edit_sha256 is not null),
  constraint images_edit_whole_file check (
    num_nulls(edit_sha256, edit_file_name, edit_cloudflare_id) in (0, 3) and (edit_sha256 is null or edit is not null)
  )
) with (fillfactor = 90); -- room for the download counter's updates beside their rows

create sequence pub_no as int; -- publish order: the highest number is the newest

-- The same bytes from the same contributor are the same image, unless it lies in the trash.
create unique index images_owner_sha256 on images (owner_id, sha256) where state not in ('trash', 'taken_down');
create index images_sha256 on images (sha256) include (id);
-- Lists of everybody's images and of one person's, of all statuses and of one.
create index images_all on images (created_at desc, id desc) where state not in ('trash', 'taken_down');
create index images_all_own on images (owner_id, created_at desc, id desc) where state not in ('trash', 'taken_down');
create index images_list on images (status, created_at desc, id desc) where state not in ('trash', 'taken_down');
create index images_own on images (owner_id, status, created_at desc, id desc)
where state not in ('trash', 'taken_down');
-- What waits for review: pending images, and approved ones with a waiting edit.
create index images_waiting on images (created_at desc, id desc)
where state not in ('trash', 'taken_down') and (status = 'pending' or edit_at is not null);
create index images_waiting_own on images (owner_id, created_at desc, id desc)
where state not in ('trash', 'taken_down') and (status = 'pending' or edit_at is not null);
create index images_edit_waiting on images (owner_id)
where edit_at is not null and state not in ('trash', 'taken_down');
create index images_published_own on images (owner_id, pub_no desc) where pub_no is not null;
create index images_hidden on images (owner_id, id) where hidden_by_block;
create index images_not_hidden on images (owner_id, id) where status = 'approved' and not hidden_by_block;
create index images_trash on images (trashed_at) where state = 'trash';
create index images_taken_down on images (taken_down_at) where taken_down_at is not null;
create index images_blocked on images (blocked_sha256) where blocked_sha256 is not null;
create index images_edit_sha256 on images (edit_sha256, owner_id) where edit_sha256 is not null;
create unique index images_edit_cloudflare_id on images (edit_cloudflare_id) where edit_cloudflare_id is not null;
-- Rows of a CSV name images by the name that a file was uploaded under.
create index images_file_name_key on images (file_name_key(file_name)) where state not in ('trash', 'taken_down');

-- By a trigger, so that whatever statement changes an image, its edits notice.
create function next_version() returns trigger language plpgsql as $$ begin
  new.version := old.version + 1;
  if (old.licence, old.credit) is distinct from (new.licence, new.credit) then
    new.former_licences := old.former_licences
      || jsonb_build_object('licence', old.licence, 'credit', old.credit, 'until', clock_timestamp());
  end if;
  return new;
end $$;
create trigger images_version before update on images for each row
when (
  (old.status, old.title, old.description, old.category_id, old.licence, old.credit, old.ai_made, old.updated_at,
    old.trashed_at, old.taken_down_at, old.edit_at)
  is distinct from
  (new.status, new.title, new.description, new.category_id, new.licence, new.credit, new.ai_made, new.updated_at,
    new.trashed_at, new.taken_down_at, new.edit_at)
)
execute function next_version();

create table keyword (
  id    int generated always as identity primary key,
  name  text not null,
  uses  int not null default 0,
  words tsvector not null -- by which it is suggested
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

-- The addresses that the files of a public image had, so that what names them shows the file that it has now.
create table former_cloudflare_id (
  cloudflare_id text primary key,
  image_id      bigint not null references images on delete cascade
);
create index former_cloudflare_id_image on former_cloudflare_id (image_id);
