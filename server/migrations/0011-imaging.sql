-- Picture work that one process hands to another. Unlogged, since its requesters wait for it: what a crash of the
-- database takes away they ask for again, and no commit waits for the disk.

create unlogged table imaging_process (
  id          text primary key,
  workers     int not null,
  alive_until timestamptz not null
);
create unlogged table imaging_job (
  id         text primary key,
  requester  text not null,
  owner      text not null,
  cost       int not null,
  job        jsonb not null,
  added_at   timestamptz not null default clock_timestamp(),
  worker     text,
  claimed_at timestamptz,
  attempts   int not null default 0,
  outcome    jsonb
);
create unlogged table imaging_fairness (
  is_only_row boolean primary key default true check (is_only_row),
  state       jsonb not null
);
