-- Where a plan's document is stored, and terminations of plans whose members are moved group by group.

alter table plan_documents
  add column storage_key text not null,
  add column sha256 bytea not null;
create index plan_documents_of_plan on plan_documents (tenant_id, plan_id);

create table plan_terminations (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  -- The first day without coverage under the plan.
  terminated_from date not null,
  -- Where members go; null ends their coverage on the line.
  to_plan_id uuid,
  reason text not null,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  members integer not null default 0,
  done_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  foreign key (tenant_id, to_plan_id) references health_plans (tenant_id, id)
);
select protect('plan_terminations');
create unique index one_termination_of_a_plan on plan_terminations (tenant_id, plan_id) where done_at is null;

create index plan_years_of_plan on plan_years (tenant_id, plan_id, (lower(period)));
create index assignments_of_plan on group_plan_assignments (tenant_id, plan_id);
