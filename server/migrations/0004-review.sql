-- What waits for admins, and what they decided.

-- The history of an image, what its contributor is told, and what their level is counted from. It outlives the image,
-- so that deleting what was rejected changes no level. The rows of one call share an act, the id of the first.
create table decision (
  id           bigint generated always as identity primary key,
  act          bigint,
  image_id     bigint not null,
  owner_id     bigint,
  decided_by   bigint references users on delete set null,
  at           timestamptz not null default now(),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  reason       text,
  note         text not null default '',
  about_edit   boolean not null default false,
  is_automatic boolean not null default false,
  version      int,   -- of the image, after the decision
  before       jsonb, -- what the decision replaced; null where it cannot be undone
  mailed_at    timestamptz
);
create index decision_of_image on decision (image_id, id desc);
create index decision_of_owner on decision (owner_id, status, id desc);
create index decision_of_person on decision (owner_id, id desc);
create index decision_of_time on decision (at);
create index decision_not_mailed on decision (image_id) where mailed_at is null;

-- The images that reviewers have, so that each is given others. Without a foreign key to `images`, whose row locks a
-- bulk edit takes in another order; rows of images that are gone leave when they expire.
create table review_lease (
  image_id   bigint primary key,
  reviewer   bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
