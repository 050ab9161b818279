-- Drafts: images that their contributor has not submitted yet (decision 0086). No one else sees them, in no state.

alter table images drop constraint images_status_check;
alter table images add constraint images_status_check check (status in ('draft', 'pending', 'approved', 'rejected'));

-- When a draft leaves; null until its contributor was told by mail, so that none leaves without.
alter table images add column draft_ends_at timestamptz;
alter table images add constraint images_draft_ends_at check (draft_ends_at is null or status = 'draft');

drop index images_all;
drop index images_all_own;
create index images_all on images (created_at desc, id desc) where state not in ('trash', 'taken_down', 'draft');
create index images_all_own on images (owner_id, created_at desc, id desc)
where state not in ('trash', 'taken_down', 'draft');
create index images_draft on images (created_at) where state = 'draft';
