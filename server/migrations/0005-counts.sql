-- What is counted of people and images. Rows are taken in the order of their key, so that concurrent statements cannot
-- deadlock; tables whose rows change with each upload have room for that next to them.

-- Listed images of each contributor by status, kept by the triggers of `images`: counting 100,000 takes 8 ms, and every
-- page of a list asks.
create table image_count (
  owner_id bigint not null references users on delete cascade,
  status   text not null,
  count    bigint not null,
  primary key (owner_id, status)
) with (fillfactor = 50);

-- Bytes of each person's originals, those in the trash and the new files of edits included.
create table storage_use (
  owner_id bigint primary key references users on delete cascade,
  bytes    bigint not null
) with (fillfactor = 50);

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
