-- What an English word is, and how common; and which of the trending images were downloaded.

alter table meaning
  add column noun_share smallint not null default 100, -- percentage of its occurrences in which it is a noun
  add column frequency  int not null default 0; -- how often WordNet's authors met it in texts

-- How many of the first trending images were downloaded; the others are a mix of the newest.
alter table trending add column downloaded int not null default 0;
