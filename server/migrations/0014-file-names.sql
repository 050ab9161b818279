-- A file is found by its name as people see it: composed or decomposed, in any case, with any white space, and without
-- characters that show nothing (Unicode: Default_Ignorable_Code_Point), such as joiners and variation selectors. Only
-- what this function makes is compared; the collation is PostgreSQL's own, so that it is the same on every machine.
create function file_name_key(name text) returns text language sql immutable parallel safe return
  regexp_replace(btrim(regexp_replace(
    casefold(normalize(regexp_replace(
      name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
        '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'
    )) collate pg_unicode_fast),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
  )), ' ?\.png$', '');

-- `images_file_name` is of the version before, and goes once no process of it is left.
create index images_file_name_key on images (file_name_key(file_name)) where state not in ('trash', 'taken_down');
