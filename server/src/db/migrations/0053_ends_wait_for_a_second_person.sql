-- Ends of missing people that somebody decided after a file was applied, and that wait for a second person, since so many lose coverage by the file that two approve it: who has decided them last.
alter table file_jobs
  add column ends_approved_by text,
  add column ends_approved_by_name text,
  add column ends_approved_at timestamptz;
