-- What a rehearsal has worked out of whole families who are new, as they will be written (decisions/0025): where nothing that bears on it has changed since,
-- they are applied as they stand here, not matched again.
alter table import_packs
  -- One vault envelope, as records_encrypted is.
  add column newcomers_encrypted text,
  add column newcomers_count integer not null default 0,
  -- The number of their first change item, counted over the file.
  add column newcomers_from integer not null default 0,
  -- What it was worked out from: the names of plans, classes and places, the day, and how often the group had been changed.
  add column newcomers_basis text,
  add column newcomers_done boolean not null default false,
  -- The records that are not among them.
  add column left_records integer[] not null default '{}';
alter table import_packs alter column newcomers_encrypted set storage external;
-- Member numbers of the newcomers begin behind this one.
alter table file_jobs add column numbers_behind bigint;
