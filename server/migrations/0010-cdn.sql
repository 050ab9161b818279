-- Copies of images at the CDN.

create table cdn_config (
  is_only_row   boolean primary key default true check (is_only_row),
  api_key       bytea not null,
  account_id    text not null,
  account_hash  text not null,
  images_domain text not null,
  email         text not null,
  updated_at    timestamptz not null default now(),
  last_error    text,
  retry_after   timestamptz not null default '-infinity',
  push_after_id bigint,
  is_removing   boolean not null default false
);

-- No reference to images: what is gone for good here must still be removed there.
create table cdn_copy (
  cdn_id     text primary key,
  image_id   bigint not null,
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
