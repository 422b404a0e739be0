-- Corrections of the rules of a plan year that has begun: dated, with a reason, approved by a second person (decisions/0064).
create table plan_rule_corrections (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  year_id uuid not null,
  -- The first covered month; it applies to the end of the plan year.
  effective_from date not null check (extract(day from effective_from) = 1),
  rules jsonb not null,
  reason text not null,
  entered_by text not null,
  entered_by_name text not null,
  entered_at timestamptz not null,
  approved_by text,
  approved_by_name text,
  approved_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  foreign key (tenant_id, year_id) references plan_years (tenant_id, id),
  check ((approved_by is null) = (approved_at is null)),
  check (approved_by is distinct from entered_by)
);
create index plan_rule_corrections_of_year on plan_rule_corrections (tenant_id, year_id);
select protect('plan_rule_corrections');

-- The rules of a plan for a covered month, as known at an instant: of the corrections that have begun, the one approved last.
create function plan_rules_on(p_plan uuid, p_day date, p_known timestamptz default 'infinity') returns jsonb language sql stable as $$
  select coalesce((
    select c.rules from plan_rule_corrections c
    where c.year_id = y.id and c.effective_from <= p_day and c.approved_at <= p_known order by c.approved_at desc, c.id desc limit 1
  ), y.rules) from plan_years y where y.plan_id = p_plan and y.period @> p_day
$$;
grant execute on function plan_rules_on to openbenefits_app, openbenefits_scoped;

create or replace function rates_day(p_plan uuid, renewal date, effective date, p_month date) returns date language sql stable as $$
  select case when plan_rules_on(p_plan, p_month) ->> 'rateVersion' = 'own_date' then p_month else contract_start(renewal, effective, p_month) end
$$;

-- The months of an approved correction are billed again, and lists count their figures again.
create function mark_rule_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, plan_id, months, cause)
  select new.tenant_id, new.plan_id, daterange(new.effective_from, upper(y.period)), 'plan_rules' from plan_years y where y.tenant_id = new.tenant_id and y.id = new.year_id;
  return null;
end $$;
create trigger mark_rule_correction after update on plan_rule_corrections for each row
  when (old.approved_at is distinct from new.approved_at) execute function mark_rule_correction();
create trigger mark_groups_of_changed after update on plan_rule_corrections referencing new table as new_rows for each statement execute function mark_all_groups();

-- The effective date of a group decides which rates its first plan year is locked to.
drop trigger mark_group on groups;
create trigger mark_group after update on groups for each row
  when ((old.renewal_date, old.effective_date, old.employer_contribution_percent, old.zip_postal_code, old.state_province)
    is distinct from (new.renewal_date, new.effective_date, new.employer_contribution_percent, new.zip_postal_code, new.state_province))
  execute function mark_group();
