-- Tables, functions, indexes and triggers of a migrated database. server/src/schema.test.ts compares them with this
-- file, which SCHEMA=write has it write. What they mean is in server/migrations/ and server/src/schema/.

create table api_key (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  beginning text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null default (now() + '1 year'::interval),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  event text not null,
  actor_id bigint,
  user_id bigint,
  address text not null,
  user_agent text not null,
  count integer,
  image_id bigint,
  sha256 text,
  is_allowed boolean,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table blocked_picture (
  sha256 text not null,
  reason text not null,
  blocked_by bigint,
  at timestamp with time zone not null default now(),
  aspect smallint,
  mean_opacity smallint,
  zeros bit(64),
  hash bit(128),
  planes bytea,
  constraint blocked_picture_pkey PRIMARY KEY (sha256),
  constraint blocked_picture_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES users(id) ON DELETE SET NULL
);

create table card (
  pub_no integer not null,
  json text not null,
  title_key integer not null default 0,
  constraint card_pkey PRIMARY KEY (pub_no),
  constraint card_pub_no_fkey FOREIGN KEY (pub_no) REFERENCES published(pub_no) ON DELETE CASCADE
);

create table category (
  id smallint not null,
  value text not null,
  name text not null,
  position smallint not null,
  constraint category_pkey PRIMARY KEY (id),
  constraint category_name_key UNIQUE (name),
  constraint category_value_key UNIQUE (value)
);

create table cdn_config (
  is_only_row boolean not null default true,
  api_key bytea not null,
  account_id text not null,
  account_hash text not null,
  images_domain text not null,
  email text not null,
  updated_at timestamp with time zone not null default now(),
  last_error text,
  retry_after timestamp with time zone not null default '-infinity'::timestamp with time zone,
  push_after_id bigint,
  is_removing boolean not null default false,
  constraint cdn_config_pkey PRIMARY KEY (is_only_row),
  constraint cdn_config_is_only_row_check CHECK (is_only_row)
);

create table cdn_copy (
  cdn_id text not null,
  image_id bigint not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  last_error text,
  constraint cdn_copy_pkey PRIMARY KEY (cdn_id),
  constraint cdn_copy_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'rejected'::text, 'removing'::text])))
);

create table counter_notice (
  decision_id bigint not null,
  at timestamp with time zone not null default now(),
  name text not null,
  address text not null,
  phone text not null,
  signature text not null,
  message text not null,
  returns_at timestamp with time zone not null,
  answer_id bigint,
  withdrawn_at timestamp with time zone,
  constraint counter_notice_pkey PRIMARY KEY (decision_id),
  constraint counter_notice_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES report_decision(id),
  constraint counter_notice_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES report_decision(id),
  constraint counter_notice_ends_once CHECK (((answer_id IS NULL) OR (withdrawn_at IS NULL)))
);

create table decision (
  id bigint not null generated always as identity,
  act bigint,
  image_id bigint not null,
  owner_id bigint,
  decided_by bigint,
  at timestamp with time zone not null default now(),
  status text not null,
  reason text,
  note text not null default ''::text,
  about_edit boolean not null default false,
  is_automatic boolean not null default false,
  version integer,
  before jsonb,
  mailed_at timestamp with time zone,
  disagreement text,
  constraint decision_pkey PRIMARY KEY (id),
  constraint decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint decision_disagreement CHECK (((disagreement IS NULL) OR ((status = 'rejected'::text) AND (NOT about_edit)))),
  constraint decision_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);

create table derivative (
  key text not null,
  last_requested_on date not null,
  byte_size bigint,
  constraint derivative_pkey PRIMARY KEY (key)
);

create table download_day (
  owner_id bigint not null,
  day date not null,
  count integer not null,
  constraint download_day_pkey PRIMARY KEY (owner_id, day),
  constraint download_day_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);

create table file (
  sha256 text not null,
  byte_size bigint not null,
  width integer not null,
  height integer not null,
  transparent_ratio real not null,
  translucent_ratio real not null,
  colours jsonb not null,
  visible_box jsonb,
  findings jsonb,
  overruled jsonb not null default '{}'::jsonb,
  open_findings text[],
  edge_score smallint,
  contrast_tile text,
  source text,
  source_place text,
  source_generator text not null default ''::text,
  measures_version smallint not null default 0,
  preview_version smallint not null,
  constraint file_pkey PRIMARY KEY (sha256),
  constraint file_contrast_tile_check CHECK ((contrast_tile = ANY (ARRAY['light'::text, 'dark'::text, 'both'::text])))
);

create table former_cloudflare_id (
  cloudflare_id text not null,
  image_id bigint not null,
  constraint former_cloudflare_id_pkey PRIMARY KEY (cloudflare_id),
  constraint former_cloudflare_id_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);

create table highlight_set (
  category_id smallint,
  day date not null,
  refreshed_at timestamp with time zone not null default now(),
  last_pub_no integer not null,
  pub_nos integer[] not null,
  cover text,
  constraint highlight_set_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint highlight_set_category_id_key UNIQUE NULLS NOT DISTINCT (category_id)
);

create table image_count (
  owner_id bigint not null,
  status text not null,
  count bigint not null,
  constraint image_count_pkey PRIMARY KEY (owner_id, status),
  constraint image_count_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);

create table image_download_day (
  image_id bigint not null,
  day date not null,
  count integer not null,
  constraint image_download_day_pkey PRIMARY KEY (image_id, day),
  constraint image_download_day_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);

create table image_facet (
  image_id bigint not null,
  owner_id bigint not null,
  status text not null,
  created_at timestamp with time zone not null,
  edit_at timestamp with time zone,
  byte_size bigint not null,
  category_id smallint,
  has_keywords boolean not null,
  is_overruled boolean not null,
  transparency text,
  open_findings text[],
  reason text,
  licence text not null default 'library'::text,
  ai text not null default 'unknown'::text,
  title_key text not null,
  constraint image_facet_pkey PRIMARY KEY (image_id),
  constraint image_facet_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint image_facet_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);

create table image_keyword (
  image_id bigint not null,
  keyword_id integer not null,
  position smallint not null,
  constraint image_keyword_pkey PRIMARY KEY (image_id, keyword_id),
  constraint image_keyword_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE,
  constraint image_keyword_keyword_id_fkey FOREIGN KEY (keyword_id) REFERENCES keyword(id)
);

create table image_words (
  image_id bigint not null,
  words tsvector not null,
  constraint image_words_pkey PRIMARY KEY (image_id),
  constraint image_words_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);

create table images (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  status text not null default 'pending'::text,
  slug text not null,
  title text not null,
  description text not null default ''::text,
  category_id smallint,
  licence text not null default 'library'::text,
  credit text not null default ''::text,
  former_licences jsonb not null default '[]'::jsonb,
  ai_made text not null default 'unknown'::text,
  rights_version smallint,
  rights_at timestamp with time zone,
  cloudflare_id text not null,
  delivery_url text,
  sha256 text not null,
  file_name text not null,
  downloads bigint not null default 0,
  publish_no integer,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  hidden_by_report boolean not null default false,
  hidden_by_block boolean not null default false,
  trashed_at timestamp with time zone,
  trashed_by bigint,
  taken_down_at timestamp with time zone,
  edit jsonb,
  edit_at timestamp with time zone,
  edit_sha256 text,
  edit_file_name text,
  edit_cloudflare_id text,
  edit_rights_version smallint,
  edit_rights_at timestamp with time zone,
  state text not null generated always as (
CASE
    WHEN (taken_down_at IS NOT NULL) THEN 'taken_down'::text
    WHEN (trashed_at IS NOT NULL) THEN 'trash'::text
    WHEN (status <> 'approved'::text) THEN status
    WHEN (hidden_by_report OR hidden_by_block) THEN 'hidden'::text
    ELSE 'public'::text
END) stored,
  pub_no integer generated always as (
CASE
    WHEN ((status = 'approved'::text) AND (NOT hidden_by_report) AND (NOT hidden_by_block) AND (trashed_at IS NULL) AND (taken_down_at IS NULL)) THEN publish_no
    ELSE NULL::integer
END) stored,
  blocked_sha256 text generated always as (
CASE
    WHEN (taken_down_at IS NOT NULL) THEN sha256
    ELSE NULL::text
END) stored,
  draft_ends_at timestamp with time zone,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_blocked_sha256_fkey FOREIGN KEY (blocked_sha256) REFERENCES blocked_picture(sha256) DEFERRABLE INITIALLY DEFERRED,
  constraint images_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint images_cloudflare_id_key UNIQUE (cloudflare_id),
  constraint images_draft_ends_at CHECK (((draft_ends_at IS NULL) OR (status = 'draft'::text))),
  constraint images_edit CHECK (((edit IS NULL) OR ((status = 'approved'::text) AND (taken_down_at IS NULL)))),
  constraint images_edit_at CHECK (((edit IS NULL) = (edit_at IS NULL))),
  constraint images_edit_not_empty CHECK (((edit <> '{}'::jsonb) OR (edit_sha256 IS NOT NULL))),
  constraint images_edit_sha256_fkey FOREIGN KEY (edit_sha256) REFERENCES file(sha256),
  constraint images_edit_whole_file CHECK (((num_nulls(edit_sha256, edit_file_name, edit_cloudflare_id) = ANY (ARRAY[0, 3])) AND ((edit_sha256 IS NULL) OR (edit IS NOT NULL)))),
  constraint images_hidden_by_block CHECK (((status = 'approved'::text) OR (NOT hidden_by_block))),
  constraint images_numbered CHECK (((status <> 'approved'::text) OR (publish_no IS NOT NULL))),
  constraint images_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint images_pub_no_key UNIQUE (pub_no),
  constraint images_publish_no_key UNIQUE (publish_no),
  constraint images_sha256_fkey FOREIGN KEY (sha256) REFERENCES file(sha256),
  constraint images_slug_key UNIQUE (slug),
  constraint images_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint images_trashed_by CHECK (((trashed_at IS NOT NULL) OR (trashed_by IS NULL))),
  constraint images_trashed_by_fkey FOREIGN KEY (trashed_by) REFERENCES users(id) ON DELETE SET NULL
);

create table index_queue (
  pub_no integer not null,
  indexed_as jsonb,
  constraint index_queue_pkey PRIMARY KEY (pub_no)
);

create table keyword (
  id integer not null generated always as identity,
  name text not null,
  uses integer not null default 0,
  words tsvector not null,
  constraint keyword_pkey PRIMARY KEY (id)
);

create table library (
  is_only_row boolean not null default true,
  id uuid not null default gen_random_uuid(),
  oldest_migration text not null default '0010-cdn'::text,
  backed_up_at timestamp with time zone,
  backup_folder text,
  backup_bytes bigint,
  has_search_log boolean not null default false,
  constraint library_pkey PRIMARY KEY (is_only_row),
  constraint library_is_only_row_check CHECK (is_only_row)
);

create table meaning (
  word text not null,
  targets text not null,
  noun_share smallint not null default 100,
  frequency integer not null default 0,
  constraint meaning_pkey PRIMARY KEY (word)
);

create table perceptual_row (
  sha256 text not null,
  aspect smallint not null,
  mean_opacity smallint not null,
  zeros bit(64) not null,
  hash bit(128) not null,
  planes bytea not null,
  constraint perceptual_row_pkey PRIMARY KEY (sha256),
  constraint perceptual_row_sha256_fkey FOREIGN KEY (sha256) REFERENCES file(sha256) ON DELETE CASCADE
);

create table posting (
  term text not null,
  segment integer not null,
  version bigint not null,
  postings bytea not null,
  constraint posting_pkey PRIMARY KEY (term, segment)
);

create table posting_list (
  term text not null,
  version bigint not null,
  constraint posting_list_pkey PRIMARY KEY (term)
);

create table published (
  pub_no integer not null,
  image_id bigint not null,
  category_id smallint,
  keyword_ids integer[] not null,
  words tsvector not null,
  colours integer[] not null,
  orientation smallint not null,
  longer_side integer not null,
  transparency smallint,
  has_clean_edges boolean not null default false,
  licence smallint not null default 1,
  ai smallint not null default 0,
  downloads bigint not null,
  popularity smallint not null default 0,
  constraint published_pkey PRIMARY KEY (pub_no),
  constraint published_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint published_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint published_image_id_key UNIQUE (image_id),
  constraint published_pub_no_fkey FOREIGN KEY (pub_no) REFERENCES images(pub_no) DEFERRABLE INITIALLY DEFERRED
);

create unlogged table rate_limit (
  key bytea not null,
  count integer not null,
  allowed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table report (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  secret_hash bytea not null,
  image_id bigint not null,
  image_title text not null,
  reason text not null,
  message text not null,
  notice jsonb,
  email text,
  network bytea,
  decision_id bigint,
  answered_at timestamp with time zone,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES report_decision(id),
  constraint report_secret_hash_key UNIQUE (secret_hash)
);

create table report_decision (
  id bigint not null generated always as identity,
  act bigint not null,
  at timestamp with time zone not null default now(),
  image_id bigint not null,
  image_title text not null,
  owner_id bigint,
  decided_by bigint,
  verb text not null,
  reason text,
  note text not null default ''::text,
  sentence text not null default ''::text,
  mailed_at timestamp with time zone,
  constraint report_decision_pkey PRIMARY KEY (id),
  constraint report_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_decision_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_decision_reason CHECK (((reason IS NULL) = (verb = ANY (ARRAY['reinstate'::text, 'keep_down'::text])))),
  constraint report_decision_verb_check CHECK ((verb = ANY (ARRAY['keep'::text, 'correct'::text, 'hide'::text, 'take_down'::text, 'reinstate'::text, 'keep_down'::text])))
);

create table review_lease (
  image_id bigint not null,
  reviewer bigint not null,
  expires_at timestamp with time zone not null,
  constraint review_lease_pkey PRIMARY KEY (image_id),
  constraint review_lease_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES users(id) ON DELETE CASCADE
);

create table search_log (
  day date not null,
  question text not null,
  times integer not null,
  images integer,
  is_corrected boolean not null,
  first integer not null,
  near integer not null,
  far integer not null,
  constraint search_log_pkey PRIMARY KEY (day, question)
);

create table session (
  id uuid not null default gen_random_uuid(),
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  address text not null,
  user_agent text not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table storage_use (
  owner_id bigint not null,
  bytes bigint not null,
  constraint storage_use_pkey PRIMARY KEY (owner_id),
  constraint storage_use_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);

create table synonym (
  id bigint not null generated always as identity,
  said text not null,
  means text not null,
  is_two_way boolean not null,
  constraint synonym_pkey PRIMARY KEY (id),
  constraint synonym_said_means_key UNIQUE (said, means)
);

create table translation (
  word text not null,
  targets text not null,
  constraint translation_pkey PRIMARY KEY (word)
);

create table trending (
  is_only_row boolean not null default true,
  version bigint not null,
  pub_nos integer[] not null,
  downloaded integer not null default 0,
  constraint trending_pkey PRIMARY KEY (is_only_row),
  constraint trending_is_only_row_check CHECK (is_only_row)
);

create table unowned_file (
  key text not null,
  sha256 text,
  at timestamp with time zone not null default now(),
  stored_by text,
  constraint unowned_file_pkey PRIMARY KEY (key)
);

create unlogged table upload_minute (
  owner_id bigint not null,
  minute timestamp with time zone not null,
  count integer not null,
  constraint upload_minute_pkey PRIMARY KEY (owner_id, minute),
  constraint upload_minute_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id bigint not null generated always as identity,
  username text not null,
  email text not null,
  number text not null,
  password_hash text not null,
  role text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  image text,
  is_active boolean not null default true,
  is_block boolean not null default false,
  hides_images boolean not null default false,
  date_joined timestamp with time zone not null default now(),
  has_page boolean not null default false,
  email_confirmed_at timestamp with time zone default now(),
  new_email text,
  has_decision_mails boolean not null default true,
  terms_version smallint not null default 1,
  closed_at timestamp with time zone,
  level_by_admin text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_hidden_when_blocked CHECK ((is_block OR (NOT hides_images))),
  constraint users_level_by_admin_check CHECK ((level_by_admin = ANY (ARRAY['new'::text, 'known'::text, 'trusted'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))
);

create table word (
  word text not null,
  uses integer not null,
  stem text not null,
  constraint word_pkey PRIMARY KEY (word)
);

CREATE OR REPLACE FUNCTION after_images_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
end $function$;

CREATE OR REPLACE FUNCTION after_images_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
end $function$;

CREATE OR REPLACE FUNCTION after_images_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION facet_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform write_image_facets(array(select image_id from changed where status = 'rejected' and not about_edit));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION facet_file_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform write_image_facets(array(
    select images.id from after join before using (sha256) join images using (sha256)
    where (after.open_findings, after.overruled <> '{}', after.translucent_ratio, after.byte_size, after.source)
      is distinct from
      (before.open_findings, before.overruled <> '{}', before.translucent_ratio, before.byte_size, before.source)
  ));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION facet_image_keyword()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform write_image_facets(array(select image_id from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION file_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(btrim(regexp_replace(casefold((NORMALIZE(regexp_replace(name, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'::text, ''::text, 'g'::text)) COLLATE pg_unicode_fast)), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'::text, ' '::text, 'g'::text)), ' ?\.png$'::text, ''::text);

CREATE OR REPLACE FUNCTION next_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.version := old.version + 1;
  if (old.licence, old.credit) is distinct from (new.licence, new.credit) then
    new.former_licences := old.former_licences
      || jsonb_build_object('licence', old.licence, 'credit', old.credit, 'until', clock_timestamp());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION notify_images_changed(owners bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_notify('vitrine', concat_ws(e'\n', 'images changed', pg_current_xact_id()::text,
    case when cardinality(owners) > 300 then '*' else array_to_string(owners, ',') end))
  where cardinality(owners) > 0
$function$;

CREATE OR REPLACE FUNCTION set_open_findings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  new.open_findings = case when new.findings is not null then array(
    select finding ->> 'kind' from jsonb_array_elements(new.findings) with ordinality as found (finding, place)
    where not new.overruled ? (finding ->> 'kind') order by place
  ) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION write_image_facets(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$ begin
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
end $function$;

CREATE INDEX api_key_of_user ON api_key USING btree (user_id);

CREATE INDEX audit_allowed ON audit USING btree (sha256, user_id) WHERE is_allowed;

CREATE INDEX audit_of_time ON audit USING btree (at);

CREATE INDEX audit_of_user ON audit USING btree (user_id, id DESC);

CREATE INDEX blocked_picture_near ON blocked_picture USING btree (aspect, mean_opacity) INCLUDE (zeros, hash, sha256);

CREATE INDEX cdn_copy_deletion ON cdn_copy USING btree (due_at) WHERE (state = 'removing'::text);

CREATE INDEX cdn_copy_due ON cdn_copy USING btree (due_at) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'removing'::text]));

CREATE INDEX cdn_copy_state ON cdn_copy USING btree (state);

CREATE INDEX counter_notice_open ON counter_notice USING btree (returns_at) WHERE ((answer_id IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX decision_not_mailed ON decision USING btree (image_id) WHERE (mailed_at IS NULL);

CREATE INDEX decision_of_image ON decision USING btree (image_id, id DESC);

CREATE INDEX decision_of_owner ON decision USING btree (owner_id, status, id DESC);

CREATE INDEX decision_of_person ON decision USING btree (owner_id, id DESC);

CREATE INDEX decision_of_time ON decision USING btree (at);

CREATE INDEX file_measures_version ON file USING btree (measures_version, sha256);

CREATE INDEX former_cloudflare_id_image ON former_cloudflare_id USING btree (image_id);

CREATE INDEX image_download_day_day ON image_download_day USING btree (day);

CREATE INDEX image_facet_owner ON image_facet USING btree (owner_id);

CREATE INDEX image_facet_size ON image_facet USING btree (byte_size, image_id);

CREATE INDEX image_facet_title ON image_facet USING btree (title_key, image_id);

CREATE INDEX image_keyword_keyword ON image_keyword USING btree (keyword_id);

CREATE INDEX image_words_words ON image_words USING gin (words) WITH (fastupdate=off);

CREATE INDEX images_all ON images USING btree (created_at DESC, id DESC) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text, 'draft'::text]));

CREATE INDEX images_all_own ON images USING btree (owner_id, created_at DESC, id DESC) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text, 'draft'::text]));

CREATE INDEX images_blocked ON images USING btree (blocked_sha256) WHERE (blocked_sha256 IS NOT NULL);

CREATE INDEX images_draft ON images USING btree (created_at) WHERE (state = 'draft'::text);

CREATE INDEX images_edit_sha256 ON images USING btree (edit_sha256, owner_id) WHERE (edit_sha256 IS NOT NULL);

CREATE INDEX images_edit_waiting ON images USING btree (owner_id) WHERE ((edit_at IS NOT NULL) AND (state <> ALL (ARRAY['trash'::text, 'taken_down'::text])));

CREATE INDEX images_file_name_key ON images USING btree (file_name_key(file_name)) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text]));

CREATE INDEX images_hidden ON images USING btree (owner_id, id) WHERE hidden_by_block;

CREATE INDEX images_list ON images USING btree (status, created_at DESC, id DESC) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text]));

CREATE INDEX images_not_hidden ON images USING btree (owner_id, id) WHERE ((status = 'approved'::text) AND (NOT hidden_by_block));

CREATE INDEX images_own ON images USING btree (owner_id, status, created_at DESC, id DESC) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text]));

CREATE INDEX images_published_own ON images USING btree (owner_id, pub_no DESC) WHERE (pub_no IS NOT NULL);

CREATE INDEX images_sha256 ON images USING btree (sha256) INCLUDE (id);

CREATE INDEX images_taken_down ON images USING btree (taken_down_at) WHERE (taken_down_at IS NOT NULL);

CREATE INDEX images_trash ON images USING btree (trashed_at) WHERE (state = 'trash'::text);

CREATE INDEX images_waiting ON images USING btree (created_at DESC, id DESC) WHERE ((state <> ALL (ARRAY['trash'::text, 'taken_down'::text])) AND ((status = 'pending'::text) OR (edit_at IS NOT NULL)));

CREATE INDEX images_waiting_own ON images USING btree (owner_id, created_at DESC, id DESC) WHERE ((state <> ALL (ARRAY['trash'::text, 'taken_down'::text])) AND ((status = 'pending'::text) OR (edit_at IS NOT NULL)));

CREATE INDEX keyword_uses ON keyword USING btree (uses DESC, id) WHERE (uses > 0);

CREATE INDEX keyword_words ON keyword USING gin (words) WITH (fastupdate=off);

CREATE INDEX perceptual_row_near ON perceptual_row USING btree (aspect, mean_opacity) INCLUDE (zeros, hash, sha256);

CREATE INDEX published_category ON published USING btree (category_id, pub_no DESC);

CREATE INDEX published_colours ON published USING gin (colours) WITH (fastupdate=off);

CREATE INDEX published_downloads ON published USING btree (downloads DESC, pub_no DESC);

CREATE INDEX published_keywords ON published USING gin (keyword_ids) WITH (fastupdate=off);

CREATE INDEX published_orientation ON published USING btree (orientation, pub_no DESC);

CREATE INDEX published_side ON published USING btree (longer_side);

CREATE INDEX published_transparency ON published USING btree (transparency, pub_no DESC);

CREATE INDEX published_words ON published USING gin (words) WITH (fastupdate=off);

CREATE INDEX report_decided ON report USING btree (decision_id, id) WHERE (decision_id IS NOT NULL);

CREATE INDEX report_decision_act ON report_decision USING btree (act);

CREATE INDEX report_decision_image ON report_decision USING btree (image_id, id DESC);

CREATE INDEX report_decision_owner ON report_decision USING btree (owner_id, id DESC);

CREATE INDEX report_open ON report USING btree (image_id, id) WHERE (decision_id IS NULL);

CREATE INDEX report_personal ON report USING btree (id) WHERE ((email IS NOT NULL) OR (network IS NOT NULL));

CREATE INDEX session_of_network ON session USING btree (user_id, address);

CREATE INDEX session_of_time ON session USING btree (last_used_at);

CREATE INDEX session_of_user ON session USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX unowned_file_at ON unowned_file USING btree (at);

CREATE INDEX unowned_file_sha256 ON unowned_file USING btree (sha256);

CREATE INDEX unowned_file_stored_by ON unowned_file USING btree (stored_by) WHERE (stored_by IS NOT NULL);

CREATE INDEX users_closed ON users USING btree (id) WHERE (closed_at IS NOT NULL);

CREATE INDEX users_search ON users USING gin (lower(((username || ' '::text) || email)) gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX users_with_page ON users USING btree (id) WHERE has_page;

CREATE INDEX word_prefix ON word USING btree (word text_pattern_ops);

CREATE INDEX word_stem ON word USING btree (stem);

CREATE INDEX word_trigram ON word USING gin (word gin_trgm_ops);

CREATE UNIQUE INDEX cdn_copy_image ON cdn_copy USING btree (image_id) WHERE (state <> 'removing'::text);

CREATE UNIQUE INDEX decision_disagreement_once ON decision USING btree (image_id) WHERE (disagreement IS NOT NULL);

CREATE UNIQUE INDEX images_edit_cloudflare_id ON images USING btree (edit_cloudflare_id) WHERE (edit_cloudflare_id IS NOT NULL);

CREATE UNIQUE INDEX images_owner_sha256 ON images USING btree (owner_id, sha256) WHERE (state <> ALL (ARRAY['trash'::text, 'taken_down'::text]));

CREATE UNIQUE INDEX keyword_name ON keyword USING btree (lower(name));

CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));

CREATE UNIQUE INDEX users_username ON users USING btree (lower(username));

CREATE TRIGGER facet_decision_delete AFTER DELETE ON decision REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION facet_decision();

CREATE TRIGGER facet_decision_insert AFTER INSERT ON decision REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION facet_decision();

CREATE TRIGGER facet_file_update AFTER UPDATE ON file REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION facet_file_update();

CREATE TRIGGER file_findings BEFORE INSERT OR UPDATE OF findings, overruled ON file FOR EACH ROW EXECUTE FUNCTION set_open_findings();

CREATE TRIGGER facet_image_keyword_delete AFTER DELETE ON image_keyword REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION facet_image_keyword();

CREATE TRIGGER facet_image_keyword_insert AFTER INSERT ON image_keyword REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION facet_image_keyword();

CREATE TRIGGER images_delete AFTER DELETE ON images REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION after_images_delete();

CREATE TRIGGER images_insert AFTER INSERT ON images REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION after_images_insert();

CREATE TRIGGER images_update AFTER UPDATE ON images REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION after_images_update();

CREATE TRIGGER images_version BEFORE UPDATE ON images FOR EACH ROW WHEN ((((((((((((old.status IS DISTINCT FROM new.status) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.licence IS DISTINCT FROM new.licence)) OR (old.credit IS DISTINCT FROM new.credit)) OR (old.ai_made IS DISTINCT FROM new.ai_made)) OR (old.updated_at IS DISTINCT FROM new.updated_at)) OR (old.trashed_at IS DISTINCT FROM new.trashed_at)) OR (old.taken_down_at IS DISTINCT FROM new.taken_down_at)) OR (old.edit_at IS DISTINCT FROM new.edit_at))) EXECUTE FUNCTION next_version();
