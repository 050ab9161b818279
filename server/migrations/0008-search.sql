-- The search index, its words, and its log.

-- For every term a list of publish numbers, in segments.
create table posting (
  term     text not null,
  segment  int not null,
  version  bigint not null,
  postings bytea storage plain not null, -- two full segments to a page of the table, and nothing to unpack
  primary key (term, segment)
);
create table posting_list (term text primary key, version bigint not null);
create sequence posting_version;

-- A changed image waits here until it is in the lists; until then readers look at the image itself. `indexed_as` is
-- what the lists have of it; null for nothing.
create table index_queue (pub_no int primary key, indexed_as jsonb);

-- Every word of a public image: typing errors and prefixes are looked up here, never in the texts.
create table word (word text primary key, uses int not null, stem text not null);
create index word_trigram on word using gin (word gin_trgm_ops);
create index word_prefix on word (word text_pattern_ops);
create index word_stem on word (stem);

-- Filled from server/word-tables; the targets of the empty word are the version.
create table meaning (
  word       text primary key,
  targets    text not null,
  noun_share smallint not null default 100, -- percentage of its occurrences in which it is a noun
  frequency  int not null default 0 -- how often WordNet's authors met it in texts
);
create table translation (word text primary key, targets text not null);

create table synonym (
  id         bigint generated always as identity primary key,
  said       text not null,
  means      text not null,
  is_two_way boolean not null,
  unique (said, means)
);

create table search_log (
  day          date not null,
  question     text not null,
  times        int not null,
  images       int,
  is_corrected boolean not null,
  first        int not null,
  near         int not null,
  far          int not null,
  primary key (day, question)
);
