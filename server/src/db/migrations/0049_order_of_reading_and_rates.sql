-- In which order files with transaction sets were read (sets-before.ts): of two in hand that hold the same sets, the one that was read first came before.
create sequence file_readings;
grant usage on sequence file_readings to openbenefits_app, openbenefits_scoped;
alter table file_jobs add column read_no bigint;

-- Right after a large import the planner takes a group's coverage for a handful of rows, and went through the rates of all plans for each subscriber (60,000: 3.6 s, and the page of the group
-- with it). The rates of a day are few: read once, they are joined in a third of that; with true statistics it makes no difference. Coverage stays where a condition on a subscriber reaches it.
create or replace function premiums(p_groups uuid[], p_on date)
returns table (group_id uuid, subscriber_id uuid, line text, plan_id uuid, tier text, monthly_cents bigint, employee_cents bigint)
language sql stable as $$
  with covered as (
    select s.group_id, s.subscriber_id, s.line,
      (array_agg(s.plan_id) filter (where m.subscriber_id is null))[1] as plan_id,
      coverage_tier(
        count(*) filter (where m.relationship in ('spouse', 'domestic_partner')),
        count(*) filter (where m.relationship in ('child', 'step_child', 'adopted_child', 'other'))
      ) as tier
    from coverage_spans s join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
    where s.group_id = any (p_groups) and upper_inf(s.recorded) and s.covered @> p_on
    group by s.group_id, s.subscriber_id, s.line
  ), rates as materialized (select r.plan_id, r.tier, r.monthly_cents from plan_rates r where r.valid @> p_on)
  select c.group_id, c.subscriber_id, c.line, c.plan_id, c.tier, r.monthly_cents, e.monthly_cents
  from covered c
  left join rates r on r.plan_id = c.plan_id and r.tier = c.tier
  left join rates e on e.plan_id = c.plan_id and e.tier = 'EMP'
  where c.plan_id is not null
$$;
