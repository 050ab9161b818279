-- Copies of images at the CDN.

create table cdn_config (
  is_only_row        boolean primary key default true check (is_only_row),
  api_key            bytea not null,
  account_id         text not null,
  account_hash       text not null,
  images_domain      text not null,
  email              text not null,
  scheme             text not null default 'token' check (scheme in ('token', 'key')),
  own_sizes          boolean not null default false,
  allowed_hosts      text[] not null default '{}',
  updated_at         timestamptz not null default now(),
  revision           int not null default 0,
  last_error         text,
  retry_after        timestamptz not null default '-infinity',
  reconcile_after_id bigint,
  is_removing        boolean not null default false
);

-- No reference to images: what is gone for good here must still be removed there.
create table cdn_copy (
  cdn_id     text primary key,
  image_id   bigint not null,
  account_id text not null,
  state      text not null check (state in ('queued', 'sent', 'delivered', 'rejected', 'removing')),
  attempts   int not null default 0,
  due_at     timestamptz not null default now(),
  last_error text
);
create unique index cdn_copy_image on cdn_copy (image_id) where state <> 'removing';
create index cdn_copy_due on cdn_copy (due_at) where state in ('queued', 'sent', 'removing');
-- Copies that are to be deleted are looked for before all others, of which many thousands may be due.
create index cdn_copy_deletion on cdn_copy (due_at) where state = 'removing';
create index cdn_copy_state on cdn_copy (state);
create index cdn_copy_account on cdn_copy (account_id);

-- Copies of images that were taken down, deleted there, and what each of their addresses answers since.
create table cdn_removal (
  cdn_id     text not null,
  host       text not null,
  path       text not null,
  image_id   bigint not null references images on delete cascade,
  removed_at timestamptz not null default now(),
  checks     int not null default 0,
  due_at     timestamptz not null default now(),
  status     int,
  checked_at timestamptz,
  gone_at    timestamptz,
  primary key (cdn_id, host)
);
create index cdn_removal_image on cdn_removal (image_id);
create index cdn_removal_due on cdn_removal (due_at) where gone_at is null;
