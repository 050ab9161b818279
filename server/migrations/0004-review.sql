-- What waits for admins, and what they decided.

-- A contributor's edit of an approved image waits here while the image stays public. The columns of a new file are null
-- where the edit has none.
create table waiting_edit (
  image_id       bigint primary key references images on delete cascade,
  fields         jsonb not null,
  owner_id       bigint,
  sha256         text references file,
  file_name      text,
  rights_version smallint,
  rights_at      timestamptz,
  cloudflare_id  text unique,
  constraint waiting_edit_whole_file check (
    (owner_id, sha256, file_name, cloudflare_id) is null or (owner_id, sha256, file_name, cloudflare_id) is not null
  )
);
create index waiting_edit_file on waiting_edit (sha256, owner_id) where sha256 is not null;

-- The history of an image, and what its contributor is told.
create table decision (
  id           bigint generated always as identity primary key,
  image_id     bigint not null references images on delete cascade,
  owner_id     bigint,
  decided_by   bigint references users on delete set null,
  at           timestamptz not null default now(),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  reason       text,
  note         text not null default '',
  about_edit   boolean not null default false,
  is_automatic boolean not null default false,
  notified_at  timestamptz
);
create index decision_of_image on decision (image_id, id desc);
create index decision_of_owner on decision (owner_id, status, id desc);
create index decision_of_time on decision (at);
create index decision_not_notified on decision (image_id) where notified_at is null;

-- An image keeps its owner. By a trigger, so that no statement that adds a decision has to know.
create function set_decision_owner() returns trigger language plpgsql as $$ begin
  new.owner_id := (select owner_id from images where id = new.image_id);
  return new;
end $$;
create trigger decision_owner before insert on decision for each row execute function set_decision_owner();

-- The last decision about each image that counts for its contributor's level. It outlives the image, so that deleting
-- what was rejected changes no level, and refers to no other table, so that a decision locks no account.
create table counted_decision (
  image_id    bigint primary key,
  owner_id    bigint not null,
  at          timestamptz not null,
  is_approved boolean not null
);
create index counted_decision_owner on counted_decision (owner_id, at desc, image_id desc);

-- An image that returns to review has no counted decision. Those of admins about their own images and those by a level
-- do not count. A closed account has no level, and nothing is stored of it.
create function keep_counted_decision() returns trigger language plpgsql as $$ begin
  if new.status = 'pending' then
    delete from counted_decision where image_id = new.image_id;
  else
    insert into counted_decision (image_id, owner_id, at, is_approved)
    select new.image_id, new.owner_id, new.at, new.status = 'approved'
    from users where id = new.owner_id and closed_at is null
    on conflict (image_id) do update set at = excluded.at, is_approved = excluded.is_approved;
  end if;
  return null;
end $$;
create trigger keep_counted_decision after insert on decision for each row
when (not new.about_edit and not new.is_automatic and new.decided_by is distinct from new.owner_id)
execute function keep_counted_decision();

-- The images that reviewers have, so that each is given others. Without a foreign key to `images`, whose row locks a
-- bulk edit takes in another order; rows of images that are gone leave when they expire.
create table review_lease (
  image_id   bigint primary key,
  reviewer   bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
