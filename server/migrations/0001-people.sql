-- The library as a whole; accounts, and how people sign in.

create extension if not exists pg_trgm;

-- One row.
create table library (
  is_only_row      boolean primary key default true check (is_only_row),
  id               uuid not null default gen_random_uuid(), -- a folder of backups belongs to one library
  -- The newest migration that code has to know to serve this database. A migration that older code cannot live with
  -- sets it to its own name.
  oldest_migration text not null default '0010-cdn',
  backed_up_at     timestamptz, -- the last backup that missed nothing
  backup_folder    text,
  backup_bytes     bigint, -- what that backup takes on the disk, with the files it shares with others
  has_search_log   boolean not null default false
);
insert into library default values;

create table users (
  id                 bigint generated always as identity primary key,
  username           text not null,
  email              text not null,
  number             text not null,
  password_hash      text not null,
  role               text not null check (role in ('user', 'admin')),
  first_name         text not null default '',
  last_name          text not null default '',
  image              text,
  is_active          boolean not null default true,
  is_block           boolean not null default false,
  hides_images       boolean not null default false,
  date_joined        timestamptz not null default now(),
  has_page           boolean not null default false,
  -- The default confirms accounts that an operator adds; people who have to confirm theirs are inserted with null.
  email_confirmed_at timestamptz default now(),
  new_email          text,
  has_decision_mails boolean not null default true,
  terms_version      smallint not null default 1,
  -- A closed account keeps its row, without anything personal, for the images that stay.
  closed_at          timestamptz,
  level_by_admin     text check (level_by_admin in ('new', 'known', 'trusted')),
  constraint users_hidden_when_blocked check (is_block or not hides_images)
);
-- Names and addresses that differ in case alone belong to one person.
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
-- All GIN indexes are without `fastupdate`: no reader pays for what writers have put off.
create index users_search on users using gin (lower(username || ' ' || email) gin_trgm_ops) with (fastupdate = off);
create index users_with_page on users (id) where has_page; -- for the sitemap
create index users_closed on users (id) where closed_at is not null;

create table session (
  id           uuid primary key default gen_random_uuid(),
  user_id      bigint not null references users on delete cascade,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at     timestamptz,
  address      text not null,
  user_agent   text not null
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_of_network on session (user_id, address);
create index session_of_time on session (last_used_at);

-- Keys with which a person's programs upload and edit images.
create table api_key (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  name         text not null,
  beginning    text not null,
  hash         bytea not null unique,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at   timestamptz not null default now() + interval '1 year'
);
create index api_key_of_user on api_key (user_id);

-- Unlogged: counts of attempts are worth no disk write each; after a crash of the database they start from zero.
create unlogged table rate_limit (
  key        bytea primary key,
  count      int not null,
  allowed_at timestamptz not null,
  expires_at timestamptz not null
);

-- Events outlive the accounts and the image that they are about; `count` is null for events of accounts, and `sha256`
-- is that of an upload that was refused as a blocked picture, or one that looks like it, and that an admin may allow.
create table audit (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  event      text not null,
  actor_id   bigint references users on delete set null,
  user_id    bigint references users on delete set null,
  address    text not null,
  user_agent text not null,
  count      int,
  image_id   bigint,
  sha256     text,
  is_allowed boolean
);
create index audit_of_user on audit (user_id, id desc);
create index audit_allowed on audit (sha256, user_id) where is_allowed;
create index audit_of_time on audit (at);
