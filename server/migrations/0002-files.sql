-- Pictures by the SHA-256 of their bytes, which images of several people may have, and the files in the store.

create table file (
  sha256            text primary key,
  byte_size         bigint not null,
  width             int not null,
  height            int not null,
  transparent_ratio real not null,
  translucent_ratio real not null,
  colours           jsonb not null,
  visible_box       jsonb,
  findings          jsonb,
  -- Faults that an admin says are none, by their kind: why, `by` whom and `at` what time. They are remembered when the
  -- file is measured or uploaded again.
  overruled         jsonb not null default '{}',
  -- The kinds that were found and not overruled, for lists that are filtered by them; kept by the trigger below.
  open_findings     text[],
  edge_score        smallint,
  contrast_tile     text check (contrast_tile in ('light', 'dark', 'both')),
  source            text,
  source_place      text,
  source_generator  text not null default '',
  measures_version  smallint not null default 0,
  preview_version   smallint not null
);
create index file_measures_version on file (measures_version, sha256);

create function set_open_findings() returns trigger language plpgsql as $$ begin
  new.open_findings = case when new.findings is not null then array(
    select finding ->> 'kind' from jsonb_array_elements(new.findings) with ordinality as found (finding, place)
    where not new.overruled ? (finding ->> 'kind') order by place
  ) end;
  return new;
end $$;
create trigger file_findings before insert or update of findings, overruled on file
for each row execute function set_open_findings();

-- What finds a picture again.
create table perceptual_row (
  sha256       text primary key references file on delete cascade,
  aspect       smallint not null,
  mean_opacity smallint not null,
  zeros        bit(64) not null,
  hash         bit(128) not null,
  planes       bytea not null
);
-- Holds all that a search reads of the rows that are not near.
create index perceptual_row_near on perceptual_row (aspect, mean_opacity) include (zeros, hash, sha256);

-- Pictures that were taken down and are refused at upload. They outlive their file, so they have a perceptual row of
-- their own; null where the file was never measured.
create table blocked_picture (
  sha256       text primary key,
  reason       text not null,
  blocked_by   bigint references users on delete set null,
  at           timestamptz not null default now(),
  aspect       smallint,
  mean_opacity smallint,
  zeros        bit(64),
  hash         bit(128),
  planes       bytea
);
create index blocked_picture_near on blocked_picture (aspect, mean_opacity) include (zeros, hash, sha256);

-- Files that no row needs, or none yet, and that leave the store later. Those with a hash stay where an image gets the
-- same bytes meanwhile. A file is recorded before it is stored, with the process that stores it, so what a killed
-- process leaves is known.
create table unowned_file (
  key       text primary key,
  sha256    text,
  at        timestamptz not null default now(),
  stored_by text
);
create index unowned_file_sha256 on unowned_file (sha256);
create index unowned_file_at on unowned_file (at);
create index unowned_file_stored_by on unowned_file (stored_by) where stored_by is not null;

-- No reference to images: the derivatives of a purged image leave the store by its folder, their rows by their age.
create table derivative (key text primary key, last_requested_on date not null, byte_size bigint);
