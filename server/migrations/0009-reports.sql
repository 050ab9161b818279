-- Reports of visitors, the decisions about them, and the objections of contributors. They outlive the image that they
-- are about, so `image_id` is no foreign key.

create table report_decision (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default now(),
  image_id        bigint not null,
  image_title     text not null,
  owner_id        bigint references users on delete set null,
  decided_by      bigint references users on delete set null,
  outcome         text not null check (outcome in ('unchanged', 'corrected', 'withheld', 'taken_down')),
  reason          text not null,
  sentence        text not null,
  owner_sentence  text not null default '',
  report_count    int not null,
  was_withheld    boolean not null,
  caused_by       bigint references report_decision,
  has_blocked     boolean not null default false,
  undone_at       timestamptz,
  owner_mailed_at timestamptz,
  objection_hash  bytea
);
create index report_decision_image on report_decision (image_id, id);
create index report_decision_owner on report_decision (owner_id, id);
create index report_decision_caused on report_decision (caused_by) where caused_by is not null;
create unique index report_decision_objection on report_decision (objection_hash) where objection_hash is not null;

create table report (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  secret_hash bytea not null unique,
  image_id    bigint not null,
  image_title text not null,
  reason      text not null,
  message     text not null,
  notice      jsonb,
  email       text,
  network     bytea,
  decision_id bigint references report_decision,
  answered_at timestamptz
);
create index report_open on report (image_id, id) where decision_id is null;
create index report_decided on report (decision_id, id) where decision_id is not null;
create index report_personal on report (id) where email is not null or network is not null;

-- Counter-notices, after which an image returns, and complaints; an admin can end a take-down to which no one has
-- objected, and then `kind` is null.
create table objection (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  decision_id bigint not null unique references report_decision,
  kind        text check (kind in ('counter_notice', 'objection')),
  message     text not null,
  notice      jsonb,
  returns_at  timestamptz,
  outcome     text check (outcome in ('returned', 'kept_down', 'withdrawn')),
  decided_at  timestamptz,
  decided_by  bigint references users on delete set null,
  sentence    text not null default '',
  check ((outcome is null) = (decided_at is null)),
  check ((kind = 'counter_notice') = (returns_at is not null)),
  constraint objection_sent check (kind is not null or outcome = 'returned')
);
create index objection_open on objection (returns_at) where outcome is null;
