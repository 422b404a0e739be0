-- Bill runs are posted as they were decided: alone below the limit, or as a second person approved them.
alter table bill_runs
  -- Everyone who started the run, calculated its drafts again, or decided what they leave out.
  add column authors text[] not null default '{}',
  -- Counts the postings that were accepted: what waited at one is posted by a later one.
  add column posting integer not null default 0;
update bill_runs set authors = array[started_by];
alter table bill_runs drop column asked_by, drop column asked_by_name, drop column asked_at;
-- The posting of its run that a bill belongs to: the drafts that were ready when it was accepted, and no others.
alter table bills add column posting integer;
update bills b set posting = 0 from bill_runs r where r.tenant_id = b.tenant_id and r.id = b.run_id and r.status = 'posting' and b.state = 'draft';
