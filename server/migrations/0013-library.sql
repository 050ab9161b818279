-- What is known of the library as a whole: one row.
create table library (
  is_only_row        boolean primary key default true check (is_only_row),
  id                 uuid not null default gen_random_uuid(), -- a folder of backups belongs to one library
  -- The newest migration that code has to know to serve this database. A migration that older code cannot live with
  -- sets it to its own name.
  oldest_migration   text not null default '0013-library',
  backed_up_at       timestamptz, -- the last backup that missed nothing
  backup_folder      text,
  backup_bytes       bigint -- what that backup takes on the disk, with the files it shares with others
);
insert into library default values;
