-- The gallery's read model: public images only, narrow, numbered in publish order.

create table published (
  -- At the end of a transaction only what is public is listed.
  pub_no          int primary key references images (pub_no) deferrable initially deferred,
  image_id        bigint not null unique references images,
  category_id     smallint references category,
  keyword_ids     int[] not null,
  words           tsvector not null,
  colours         int[] not null,
  orientation     smallint not null,
  longer_side     int not null,
  transparency    smallint,
  has_clean_edges boolean not null default false,
  licence         smallint not null default 1,
  ai              smallint not null default 0,
  downloads       bigint not null,
  popularity      smallint not null default 0
);
create index published_category on published (category_id, pub_no desc);
create index published_orientation on published (orientation, pub_no desc);
create index published_transparency on published (transparency, pub_no desc);
create index published_side on published (longer_side);
create index published_downloads on published (downloads desc, pub_no desc);
create index published_words on published using gin (words) with (fastupdate = off);
create index published_keywords on published using gin (keyword_ids) with (fastupdate = off);
create index published_colours on published using gin (colours) with (fastupdate = off);

-- The JSON of one image in a listing, exactly as it is sent: a page is one string_agg, which no code parses.
create table card (
  pub_no    int primary key references published on delete cascade,
  json      text not null,
  title_key int not null default 0
);

-- The order by recent downloads: one row, from the first time that it is made.
create table trending (
  is_only_row boolean primary key default true check (is_only_row),
  version     bigint not null,
  pub_nos     int[] not null,
  downloaded  int not null default 0 -- so many of the first were downloaded; the others are a mix of the newest
);

-- The pictures that the home page, whose category is null, and each category show first.
create table highlight_set (
  category_id  smallint references category unique nulls not distinct,
  day          date not null,
  refreshed_at timestamptz not null default now(),
  last_pub_no  int not null,
  pub_nos      int[] not null,
  cover        text
);
