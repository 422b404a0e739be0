-- The termination of a plan can be undone as a whole.
alter table plan_terminations
  -- The history entry of the termination; null for those from before.
  add column change_id uuid,
  -- History entries of the members who were moved, one per group.
  add column moves uuid[] not null default '{}',
  -- Offerings of the other plan that the moves added to the groups.
  add column offers uuid[] not null default '{}',
  add column undone_at timestamptz;
create index terminations_by_change on plan_terminations (tenant_id, change_id);

-- The author of a draft of rates asks for its activation; the request is about one state of the draft.
alter table rate_tables
  add column approval_asked_by_name text,
  add column approval_asked_at timestamptz,
  add column approval_asked_version integer;
