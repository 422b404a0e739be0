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
