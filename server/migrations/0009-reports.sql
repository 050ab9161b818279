-- Reports of visitors, the decisions about them, and counter-notices. They outlive the image that they are about, so
-- `image_id` is no foreign key.

-- A decision about images of the same bytes has a row for each of them, with the id of the first as `act`.
create table report_decision (
  id          bigint generated always as identity primary key,
  act         bigint not null,
  at          timestamptz not null default now(),
  image_id    bigint not null,
  image_title text not null,
  owner_id    bigint references users on delete set null,
  decided_by  bigint references users on delete set null,
  verb        text not null check (verb in ('keep', 'correct', 'hide', 'take_down', 'reinstate', 'keep_down')),
  reason      text,
  note        text not null default '',
  sentence    text not null default '',
  mailed_at   timestamptz,
  constraint report_decision_reason check ((reason is null) = (verb in ('reinstate', 'keep_down')))
);
create index report_decision_image on report_decision (image_id, id desc);
create index report_decision_owner on report_decision (owner_id, id desc);
create index report_decision_act on report_decision (act);

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

-- What the contributor of a picture states that was taken down for copyright. It is open until an admin's decision or
-- its time answers it, or an account that is closed withdraws it.
create table counter_notice (
  decision_id  bigint primary key references report_decision,
  at           timestamptz not null default now(),
  name         text not null,
  address      text not null,
  phone        text not null,
  signature    text not null,
  message      text not null,
  returns_at   timestamptz not null,
  answer_id    bigint references report_decision,
  withdrawn_at timestamptz,
  constraint counter_notice_ends_once check (answer_id is null or withdrawn_at is null)
);
create index counter_notice_open on counter_notice (returns_at) where answer_id is null and withdrawn_at is null;
