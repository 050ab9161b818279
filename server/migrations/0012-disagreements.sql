-- What a contributor says against a rejection: once for each image, and not about edits, which they can make again.

alter table decision add column disagreement text;
alter table decision add constraint decision_disagreement
  check (disagreement is null or (status = 'rejected' and not about_edit));
create unique index decision_disagreement_once on decision (image_id) where disagreement is not null;
