-- A group's contract is priced by the rates in force when its plan year began (decisions/0063).

-- The first day of a group's contract on a day: its plan year, or its effective date if that is later.
create function contract_start(renewal date, effective date, on_day date) returns date language sql immutable parallel safe as $$
  select least(on_day, greatest(plan_year_start(renewal, on_day), effective))
$$;
grant execute on function contract_start to openbenefits_app, openbenefits_scoped;

-- The day whose rates price a month of a group: the covered month itself where the plan's rates change on their date.
create function rates_day(p_plan uuid, renewal date, effective date, p_month date) returns date language sql stable as $$
  select case when exists (select from plan_years y where y.plan_id = p_plan and y.period @> p_month and y.rules ->> 'rateVersion' = 'own_date')
    then p_month else contract_start(renewal, effective, p_month) end
$$;
grant execute on function rates_day to openbenefits_app, openbenefits_scoped;

-- Rates of a locked contract change its months whenever they lie in the plan year.
create or replace function changed_months(p_groups uuid[], p_period date, p_known timestamptz)
returns table (group_id uuid, month date, since timestamptz, subscriber_id uuid)
language sql stable as $$
  with compared as materialized (
    select c.*, daterange(c.month, (c.month + interval '1 month')::date) as days, c.since - interval '1 day' as after from compared_months(p_groups, p_period) c
  ), oldest as materialized (
    select c.group_id, min(c.after) as after from compared c group by c.group_id
  ), recorded as materialized (
    select s.group_id, s.subscriber_id, s.covered, lower(s.recorded) as at from oldest o join coverage_spans s on s.group_id = o.group_id and upper_inf(s.recorded) and lower(s.recorded) > o.after
    union all
    select s.group_id, s.subscriber_id, s.covered, upper(s.recorded) from oldest o join coverage_spans s on s.group_id = o.group_id and not upper_inf(s.recorded) and upper(s.recorded) > o.after
  ), marks as materialized (
    select c.group_id, c.month, k.subscriber_id, k.plan_id from compared c join bill_marks k on (k.group_id = c.group_id or k.group_id is null) and k.months && c.days
    where c.seen is not null and not pg_visible_in_snapshot(k.made_in, c.seen)
  ), plans as (
    select c.group_id, c.month, r.plan_id from compared c join groups g on g.id = c.group_id
      join rate_periods r on r.valid && daterange(contract_start(g.renewal_date, g.effective_date, c.month), c.month, '[]') and (lower(r.recorded) > c.after or upper(r.recorded) > c.after)
    union
    select c.group_id, c.month, null from compared c join contribution_rules r on r.group_id = c.group_id and r.valid @> c.month and (lower(r.recorded) > c.after or upper(r.recorded) > c.after)
    union
    select k.group_id, k.month, k.plan_id from marks k where k.subscriber_id is null
    union
    select c.group_id, c.month, null from compared c where c.seen is null
  ), found as (
    select c.group_id, c.month, r.subscriber_id from compared c join recorded r on r.group_id = c.group_id and r.covered && c.days and r.at > c.after
    union
    select k.group_id, k.month, k.subscriber_id from marks k where k.subscriber_id is not null
    union
    select c.group_id, c.month, h.subscriber_id from compared c join bill_holds h on h.group_id = c.group_id and h.covered_month = c.month join bills b on b.id = h.bill_id and b.state = 'posted'
    union
    select c.group_id, c.month, s.subscriber_id from plans p join compared c on c.group_id = p.group_id and c.month = p.month
      join coverage_spans s on s.group_id = p.group_id and (p.plan_id is null or s.plan_id = p.plan_id) and s.recorded @> p_known and s.covered && c.days
    union
    -- Everything of a month without coverage now that was billed, where the whole group is compared.
    select p.group_id, p.month, l.subscriber_id from plans p join bills b on b.group_id = p.group_id and b.period >= p.month and b.state = 'posted'
      join bill_lines l on l.bill_id = b.id and l.covered_month = p.month where p.plan_id is null
  )
  select f.group_id, f.month, c.since, f.subscriber_id from found f join compared c on c.group_id = f.group_id and c.month = f.month
$$;
