-- Keys end a year after they were made; those that exist get a year from now.

alter table api_key add column expires_at timestamptz not null default now() + interval '1 year';
