-- From so many people who lose coverage on, a held file is applied when two have approved it; null: one is enough.
alter table queue_settings add column second_approval_from integer check (second_approval_from between 1 and 10000);
-- Who approved it first. What was approved is what was chosen then: whoever chooses or decides anything after takes the approval back with it.
alter table file_jobs
  add column first_approved_by text,
  add column first_approved_by_name text,
  add column first_approved_at timestamptz;
