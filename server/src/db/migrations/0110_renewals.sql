-- Renewals of groups: what was applied, and simulations of next year's rates for all groups (decisions/0048).

-- One applied renewal of a group. `mapping` is a list of {fromPlanId, toPlanId}; members move on the renewal date.
create table renewals (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  renews_on date not null,
  mapping jsonb not null,
  -- Monthly premium of the same members before and after, as it was shown.
  before_cents bigint not null,
  after_cents bigint not null,
  members_moved integer not null,
  applied_by text not null,
  applied_by_name text not null,
  applied_at timestamptz not null,
  -- Set by the job on the renewal date: old offerings end and the group's next renewal is a year later.
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, group_id, renews_on),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index renewals_to_settle on renewals (tenant_id, renews_on) where settled_at is null;
select protect('renewals');
select scope_to_groups('renewals');

-- A simulation over all groups, worked on by a job a group at a time.
create table renewal_simulations (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  renews_on date not null,
  with_drafts boolean not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  groups_total integer not null default 0,
  groups_done integer not null default 0,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
select protect('renewal_simulations');

create table renewal_simulation_groups (
  tenant_id uuid not null default current_tenant(),
  simulation_id uuid not null,
  group_id uuid not null,
  -- RenewalSummary of domain/src/plans/renewal.ts.
  summary jsonb not null,
  before_cents bigint not null,
  after_cents bigint not null,
  subscribers integer not null,
  held integer not null,
  primary key (tenant_id, simulation_id, group_id),
  foreign key (tenant_id, simulation_id) references renewal_simulations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index renewal_simulation_groups_by_increase on renewal_simulation_groups (tenant_id, simulation_id, (after_cents - before_cents) desc, group_id);
select protect('renewal_simulation_groups');
select scope_to_groups('renewal_simulation_groups');
