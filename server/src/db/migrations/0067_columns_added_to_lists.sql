-- Columns that somebody has added to the refused rows of a list, for what it has no column for: their headings, which are ours and name nobody. They stand behind
-- the columns of the list, from the place columns_at on. Those that the file was read with, since mended rows that have them stand in it, are kept apart from
-- those that were added since, as mended rows are.
alter table file_jobs
  add column columns_at integer not null default 0,
  add column columns_taken text[] not null default '{}',
  add column columns_added text[] not null default '{}';
