-- A month of a large book is read in one pass over its coverage: people are found in a hash of their groups' members and
-- not one by one, and what depends on the subscriber alone is read once per household.
drop function month_shapes;

-- Coverage of groups in a month as known at an instant. What is believed now and what was once believed have an index
-- each. Bounds are compared rather than ranges: the planner guesses one row for ranges, and reads person by person.
create or replace function known_coverage(p_groups uuid[], p_month date, p_known timestamptz) returns setof coverage_spans
language sql stable as $$
  select s.* from coverage_spans s
  where s.group_id = any (p_groups) and upper_inf(s.recorded) and lower(s.recorded) <= p_known
    and lower(s.covered) < (select (p_month + interval '1 month')::date) and coalesce(upper(s.covered) > p_month, true)
  union all
  select s.* from coverage_spans s
  where s.group_id = any (p_groups) and not upper_inf(s.recorded) and upper(s.recorded) > p_known and lower(s.recorded) <= p_known
    and lower(s.covered) < (select (p_month + interval '1 month')::date) and coalesce(upper(s.covered) > p_month, true)
$$;

-- Households of a month that have the same price: one row per shape, with its subscribers, joined by commas. `aged` has
-- the relationship and age of those whose age the plan needs, in any order; `people` counts the others, four bits for each
-- relationship in the order of the form. A household that is covered for a part of the month, has a newborn, more people
-- than can be counted, or an age that is not kept yet is one of its own (`people` is null): month_households has it.
-- Dependents whose subscriber is not covered have no price. `p_years` are the first days of the groups' plan years.
create function month_shapes(p_groups uuid[], p_years date[], p_month date, p_known timestamptz, p_subscribers uuid[], p_curve_plans uuid[], p_age_plans uuid[], p_salary_plans uuid[],
  p_birth_plans uuid[], p_born_from date)
returns table (group_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text, salary bigint, people bigint, aged text, has_subscriber boolean, subscribers text)
language sql stable
-- For many groups at once, whose number the planner does not know.
set enable_nestloop = off set enable_sort = off set work_mem = '32MB'
as $$
  with people as materialized (
    select m.id, m.relationship, m.class_id, m.location_id, m.salary_annual_cents,
      case m.relationship when 'self' then 1 when 'spouse' then 16 when 'domestic_partner' then 256 when 'child' then 4096 when 'step_child' then 65536 when 'adopted_child' then 1048576 else 16777216 end as digit
    from members m
    where m.group_id = any (p_groups) and (p_subscribers is null or m.id = any (p_subscribers) or m.subscriber_id = any (p_subscribers))
  ), years as materialized (
    select x.group_id, x.start from unnest(p_groups, p_years) as x(group_id, start)
  ), spans as (
    select s.group_id, s.subscriber_id, s.line, s.plan_id, s.member_id, s.covered, n.needs_age,
      case when n.needs_age then (
        select a.rating_age from rating_ages a where a.member_id = s.member_id and a.rated_on = greatest((select y.start from years y where y.group_id = s.group_id), lower(s.covered))
      ) end as age
    from known_coverage(p_groups, p_month, p_known) s
      cross join lateral (select s.plan_id = any (p_curve_plans) or (s.member_id = s.subscriber_id and s.plan_id = any (p_age_plans)) as needs_age) n
    where p_subscribers is null or s.subscriber_id = any (p_subscribers)
  ), households as (
    -- Of several periods within a month none is the whole month, so that a person has one row in every other household.
    select s.group_id, s.subscriber_id, s.line, s.plan_id,
      bool_or(s.member_id = s.subscriber_id) as has_subscriber,
      bool_or(not s.covered @> (select daterange(p_month, (p_month + interval '1 month')::date))
        or (lower(s.covered) >= p_born_from and s.plan_id = any (p_birth_plans) and m.relationship not in ('self', 'spouse'))
        or (s.needs_age and s.age is null)) or count(*) > 15 as is_own,
      sum(case when s.needs_age then 0 else m.digit end) as people,
      string_agg(m.relationship || ' ' || s.age, ',') filter (where s.needs_age) as aged
    from spans s join people m on m.id = s.member_id
    group by s.group_id, s.subscriber_id, s.line, s.plan_id
  ), shapes as (
    select c.group_id, c.line, c.plan_id, m.class_id, m.location_id, case when not c.is_own and c.plan_id = any (p_salary_plans) then m.salary_annual_cents end as salary,
      case when not c.is_own then c.people end as people, case when not c.is_own then c.aged end as aged, c.has_subscriber, string_agg(c.subscriber_id::text, ',') as subscribers
    from households c left join people m on c.has_subscriber and m.id = c.subscriber_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), exact as materialized (
    select distinct on (a.group_id, a.class_id, a.location_id, a.plan_id) a.group_id, a.class_id, a.location_id, a.plan_id, a.rating_methodology
    from group_plan_assignments a where a.group_id = any (p_groups) and a.effective_date <= p_month
    order by a.group_id, a.class_id, a.location_id, a.plan_id, a.status = 'active' desc, a.effective_date desc
  ), only_one as materialized (
    select e.group_id, e.plan_id, min(e.rating_methodology) as rating_methodology from exact e group by e.group_id, e.plan_id having count(distinct e.rating_methodology) = 1
  ), places as materialized (
    select l.id, l.zip_code, l.state from billing_locations l where l.group_id = any (p_groups)
  )
  select c.group_id, c.line, c.plan_id, coalesce(e.rating_methodology, o.rating_methodology), c.class_id, c.location_id,
    coalesce(l.zip_code, g.zip_postal_code), coalesce(l.state, g.state_province), c.salary, c.people, c.aged, c.has_subscriber, c.subscribers
  from shapes c join groups g on g.id = c.group_id
    left join places l on l.id = c.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = c.class_id and e.location_id = c.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
$$;
grant execute on function month_shapes to openbenefits_app, openbenefits_scoped;

-- The lines of a group are found by its bills: a month is on the bill of its period and on later ones.
drop index bill_lines_of_group;
create or replace function changed_months(p_groups uuid[], p_period date, p_back interval, p_known timestamptz)
returns table (group_id uuid, month date, since timestamptz, subscriber_id uuid)
language sql stable as $$
  with compared as materialized (
    select c.*, daterange(c.month, (c.month + interval '1 month')::date) as days, c.since - interval '1 day' as after from compared_months(p_groups, p_period, p_back) c
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
    select c.group_id, c.month, r.plan_id from compared c join rate_periods r on r.valid @> c.month and (lower(r.recorded) > c.after or upper(r.recorded) > c.after)
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
