-- The bill engine (decisions/0050): what changed since a bill, credit limits of plans, voids, and many groups at once.

-- Changes of what prices depend on that no recorded time tells: the next run recalculates what is marked. Coverage,
-- rates and contributions keep recorded times of their own and need no marks.
create table bill_marks (
  tenant_id uuid not null default current_tenant(),
  id bigint generated always as identity,
  -- Null is every group, every subscriber, every plan.
  group_id uuid,
  subscriber_id uuid,
  plan_id uuid,
  months daterange not null default '(,)',
  cause text not null check (cause in ('member', 'group', 'location', 'offering', 'plan_rules', 'rating_areas', 'bill')),
  -- A bill remembers what it could see, so that a mark counts until a bill has seen it, whatever the clocks say.
  made_in xid8 not null default pg_current_xact_id(),
  made_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index bill_marks_of_group on bill_marks (tenant_id, group_id);
select protect('bill_marks');
select scope_to_groups('bill_marks', 'group_id is null or group_id in (select a.group_id from group_admins a where a.user_id = current_user_id())');

create function mark_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, group_id, subscriber_id, cause)
  select new.tenant_id, new.group_id, s, 'member' from unnest(array[coalesce(new.subscriber_id, new.id), coalesce(old.subscriber_id, old.id)]) s group by s;
  return null;
end $$;
create trigger mark_member after update on members for each row
  when ((old.group_id, old.subscriber_id, old.relationship, old.class_id, old.location_id, old.salary_annual_cents, old.date_of_birth_index)
    is distinct from (new.group_id, new.subscriber_id, new.relationship, new.class_id, new.location_id, new.salary_annual_cents, new.date_of_birth_index))
  execute function mark_member();

create function mark_group() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, group_id, cause) values (new.tenant_id, new.id, 'group');
  return null;
end $$;
create trigger mark_group after update on groups for each row
  when ((old.renewal_date, old.employer_contribution_percent, old.zip_postal_code, old.state_province)
    is distinct from (new.renewal_date, new.employer_contribution_percent, new.zip_postal_code, new.state_province))
  execute function mark_group();

create function mark_location() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, group_id, cause) values (new.tenant_id, new.group_id, 'location');
  return null;
end $$;
create trigger mark_location after update on billing_locations for each row
  when ((old.zip_code, old.state) is distinct from (new.zip_code, new.state)) execute function mark_location();

create function mark_offering() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, group_id, plan_id, months, cause)
  select o.tenant_id, o.group_id, o.plan_id, daterange(date_trunc('month', min(o.effective_date))::date, null), 'offering'
  from (select (new).* where tg_op <> 'DELETE' union all select (old).* where tg_op <> 'INSERT') o group by o.tenant_id, o.group_id, o.plan_id;
  return null;
end $$;
create trigger mark_offering after insert or delete on group_plan_assignments for each row execute function mark_offering();
create trigger mark_changed_offering after update on group_plan_assignments for each row
  when ((old.class_id, old.location_id, old.plan_id, old.effective_date, old.status, old.rating_methodology)
    is distinct from (new.class_id, new.location_id, new.plan_id, new.effective_date, new.status, new.rating_methodology))
  execute function mark_offering();

create function mark_plan_rules() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, plan_id, months, cause)
  select y.tenant_id, y.plan_id, daterange(date_trunc('month', lower(y.period))::date, upper(y.period)), 'plan_rules'
  from (select (new).* where tg_op <> 'DELETE' union all select (old).* where tg_op <> 'INSERT') y;
  return null;
end $$;
create trigger mark_plan_rules after insert or delete on plan_years for each row execute function mark_plan_rules();
create trigger mark_changed_plan_rules after update on plan_years for each row
  when ((old.period, old.rules) is distinct from (new.period, new.rules)) execute function mark_plan_rules();

create function mark_rating_areas() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bill_marks (tenant_id, cause) select id, 'rating_areas' from tenants where id = current_tenant();
  return null;
end $$;
create trigger mark_rating_areas after insert or update or delete on rating_areas for each statement execute function mark_rating_areas();

-- What a bill could see when it was calculated; null for bills before this migration, whose months are compared in full.
alter table bills
  add column seen pg_snapshot,
  -- A draft that waits to be calculated again; it keeps its ID, so open pages keep working.
  add column is_stale boolean not null default false,
  add column voided_by_name text,
  add column voided_at timestamptz,
  add column void_reason text;
alter table bill_lines
  -- For what is not credited: the days of notice that were exceeded.
  add column notice_days integer,
  -- Who changed what, where no change record tells it (a version of rates).
  add column cause_words text;
create index bill_holds_of_group on bill_holds (tenant_id, group_id, covered_month);
-- Coverage that was closed or replaced after a bill.
create index closed_coverage_of_group on coverage_spans (tenant_id, group_id, upper(recorded)) where not upper_inf(recorded);

-- A run that finds every bill as it should be has nothing to do, and ends so.
alter table bill_runs drop constraint bill_runs_status_check,
  add constraint bill_runs_status_check check (status in ('calculating', 'paused', 'review', 'posting', 'posted', 'cancelled', 'nothing_to_do'));
-- What stops the work of a run until somebody does something, in words.
alter table bill_runs add column obstacle text;

-- Lines are written by the thousand: the guard looks once per statement, also that there is a bill, and a draft that is
-- deleted takes its lines along.
alter table bill_lines drop constraint bill_lines_tenant_id_bill_id_fkey;
create function delete_bill_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from bill_lines l using old_rows o where l.tenant_id = o.tenant_id and l.bill_id = o.id;
  return null;
end $$;
create trigger delete_bill_lines after delete on bills referencing old table as old_rows for each statement execute function delete_bill_lines();
drop trigger guard_posted_lines on bill_lines;
drop function guard_posted_lines;
create function guard_posted_lines() returns trigger language plpgsql as $$
declare posted boolean;
begin
  if tg_op = 'INSERT' then
    posted := exists (select from (select distinct tenant_id, bill_id from new_rows) l left join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id where b.state is distinct from 'draft');
  elsif tg_op = 'DELETE' then
    posted := exists (select from (select distinct tenant_id, bill_id from old_rows) l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id where b.state <> 'draft');
  else
    posted := exists (select from (select tenant_id, bill_id from old_rows union select tenant_id, bill_id from new_rows) l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id where b.state <> 'draft');
  end if;
  if posted then raise exception 'The lines of a posted bill never change' using errcode = 'insufficient_privilege'; end if;
  return null;
end $$;
create trigger guard_new_lines after insert on bill_lines referencing new table as new_rows for each statement execute function guard_posted_lines();
create trigger guard_changed_lines after update on bill_lines referencing old table as old_rows new table as new_rows for each statement execute function guard_posted_lines();
create trigger guard_deleted_lines after delete on bill_lines referencing old table as old_rows for each statement execute function guard_posted_lines();

-- How much a plan's carrier credits after a late notice (domain rules 4.9, case M9), from a day on.
create table plan_credit_limits (
  tenant_id uuid not null default current_tenant(),
  plan_id uuid not null,
  effective_on date not null,
  -- Null is no limit from this day on.
  notice_days integer check (notice_days between 0 and 3650),
  credit_months integer check (credit_months between 0 and 120),
  set_by text not null,
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, plan_id, effective_on),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  check ((notice_days is null) = (credit_months is null))
);
select protect('plan_credit_limits');

-- Coverage of groups in a month as known at an instant. What is believed now and what was once believed have an index each.
create function known_coverage(p_groups uuid[], p_month date, p_known timestamptz) returns setof coverage_spans
language sql stable as $$
  select s.* from coverage_spans s
  where s.group_id = any (p_groups) and upper_inf(s.recorded) and s.recorded @> p_known and s.covered && daterange(p_month, (p_month + interval '1 month')::date)
  union all
  select s.* from coverage_spans s
  where s.group_id = any (p_groups) and not upper_inf(s.recorded) and upper(s.recorded) > p_known and s.recorded @> p_known and s.covered && daterange(p_month, (p_month + interval '1 month')::date)
$$;
grant execute on function known_coverage to openbenefits_app, openbenefits_scoped;

-- Households of a month that have the same price: one row per shape, with its subscribers. `people` has the relationship
-- and, where the plan needs it, the age of each, the subscriber first. A household that is covered for a part of the
-- month, has a newborn, or an age that is not kept yet is one of its own (`people` is null): month_households has it.
-- Dependents whose subscriber is not covered have no price. `p_years` are the first days of the groups' plan years.
create function month_shapes(p_groups uuid[], p_years date[], p_month date, p_known timestamptz, p_subscribers uuid[], p_curve_plans uuid[], p_age_plans uuid[], p_salary_plans uuid[],
  p_birth_plans uuid[], p_born_from date)
returns table (group_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text, salary bigint, people text, has_subscriber boolean, subscribers uuid[])
language sql stable as $$
  with households as (
    -- Of several periods within a month none is the whole month, so that a person has one row in every other household.
    select s.group_id, s.subscriber_id, s.line, s.plan_id,
      bool_or(s.member_id = s.subscriber_id) as has_subscriber,
      any_value(m.class_id) filter (where s.member_id = s.subscriber_id) as class_id,
      any_value(m.location_id) filter (where s.member_id = s.subscriber_id) as location_id,
      any_value(m.salary_annual_cents) filter (where s.member_id = s.subscriber_id and s.plan_id = any (p_salary_plans)) as salary,
      bool_or(not s.covered @> daterange(p_month, (p_month + interval '1 month')::date)
        or (lower(s.covered) >= p_born_from and s.plan_id = any (p_birth_plans) and m.relationship not in ('self', 'spouse'))
        or (a.rating_age is null and (s.plan_id = any (p_curve_plans) or (s.member_id = s.subscriber_id and s.plan_id = any (p_age_plans))))) as is_own,
      string_agg(m.relationship || ' ' || coalesce(a.rating_age::text, ''), ',' order by s.member_id <> s.subscriber_id, m.relationship, a.rating_age) as people
    from known_coverage(p_groups, p_month, p_known) s join members m on m.tenant_id = current_tenant() and m.id = s.member_id
      left join rating_ages a on (s.plan_id = any (p_curve_plans) or (s.member_id = s.subscriber_id and s.plan_id = any (p_age_plans)))
        and a.member_id = s.member_id and a.rated_on = greatest(p_years[array_position(p_groups, s.group_id)], lower(s.covered))
    where p_subscribers is null or s.subscriber_id = any (p_subscribers)
    group by s.group_id, s.subscriber_id, s.line, s.plan_id
  ), shapes as (
    select c.group_id, c.line, c.plan_id, c.class_id, c.location_id, case when not c.is_own then c.salary end as salary, case when not c.is_own then c.people end as people,
      c.has_subscriber, array_agg(c.subscriber_id) as subscribers
    from households c group by 1, 2, 3, 4, 5, 6, 7, 8
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
    coalesce(l.zip_code, g.zip_postal_code), coalesce(l.state, g.state_province), c.salary, c.people, c.has_subscriber, c.subscribers
  from shapes c join groups g on g.id = c.group_id
    left join places l on l.id = c.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = c.class_id and e.location_id = c.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
$$;
grant execute on function month_shapes to openbenefits_app, openbenefits_scoped;

-- Billed months before a period, each with the bill that compared it last: what changed since is compared again.
create function compared_months(p_groups uuid[], p_period date, p_back interval)
returns table (group_id uuid, month date, since timestamptz, seen pg_snapshot)
language sql stable as $$
  select distinct on (o.group_id, o.period) o.group_id, o.period, b.cut_off_at, b.seen
  from bills o join bills b on b.group_id = o.group_id and b.state = 'posted' and b.period >= o.period and b.period <= o.period + p_back and (b.id = o.id or b.cut_off_at >= o.posted_at)
  where o.group_id = any (p_groups) and o.state = 'posted' and o.period < p_period and o.period >= p_period - p_back
  order by o.group_id, o.period, b.cut_off_at desc, b.posted_at desc, b.id desc
$$;
grant execute on function compared_months to openbenefits_app, openbenefits_scoped;

-- Whose months have to be compared again, as known at a cut-off: coverage, rates or contributions recorded since the bill
-- that compared the month last, marks it has not seen, and premiums that had no price. A change may be recorded by a
-- transaction that ends later than it says; a day more costs nothing, because what did not change makes no line.
create function changed_months(p_groups uuid[], p_period date, p_back interval, p_known timestamptz)
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
    select p.group_id, p.month, l.subscriber_id from plans p join bill_lines l on l.group_id = p.group_id and l.covered_month = p.month where p.plan_id is null
  )
  select f.group_id, f.month, c.since, f.subscriber_id from found f join compared c on c.group_id = f.group_id and c.month = f.month
$$;
grant execute on function changed_months to openbenefits_app, openbenefits_scoped;

-- The households of groups in a month, one by one; the same as before, by the indexes of coverage.
create or replace function month_households(p_groups uuid[], p_month date, p_known timestamptz)
returns table (group_id uuid, subscriber_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text, salary bigint, people jsonb)
language sql stable as $$
  with spans as (
    select s.group_id, s.subscriber_id, s.line, s.plan_id, s.member_id, min(lower(s.covered)) as first,
      jsonb_agg(jsonb_build_object('from', lower(s.covered), 'until', upper(s.covered)) order by lower(s.covered)) as periods
    from known_coverage(p_groups, p_month, p_known) s
    group by s.group_id, s.subscriber_id, s.line, s.plan_id, s.member_id
  ), covered as (
    select s.group_id, s.subscriber_id, s.line, s.plan_id, bool_or(s.member_id = s.subscriber_id) as has_subscriber,
      jsonb_agg(jsonb_build_object('id', s.member_id, 'relationship', m.relationship, 'ratedOn', r.rated_on, 'age', a.rating_age, 'periods', s.periods)
        order by s.member_id <> s.subscriber_id, s.member_id) as people
    from spans s join members m on m.tenant_id = current_tenant() and m.id = s.member_id join groups g on g.id = s.group_id
      cross join lateral (select greatest(plan_year_start(g.renewal_date, p_month), s.first) as rated_on) r
      left join rating_ages a on a.member_id = s.member_id and a.rated_on = r.rated_on
    group by s.group_id, s.subscriber_id, s.line, s.plan_id
  ), exact as materialized (
    select distinct on (a.group_id, a.class_id, a.location_id, a.plan_id) a.group_id, a.class_id, a.location_id, a.plan_id, a.rating_methodology
    from group_plan_assignments a where a.group_id = any (p_groups) and a.effective_date <= p_month
    order by a.group_id, a.class_id, a.location_id, a.plan_id, a.status = 'active' desc, a.effective_date desc
  ), only_one as materialized (
    select e.group_id, e.plan_id, min(e.rating_methodology) as rating_methodology from exact e group by e.group_id, e.plan_id having count(distinct e.rating_methodology) = 1
  )
  select c.group_id, c.subscriber_id, c.line, c.plan_id, coalesce(e.rating_methodology, o.rating_methodology), h.class_id, h.location_id,
    coalesce(l.zip_code, g.zip_postal_code), coalesce(l.state, g.state_province), h.salary_annual_cents, c.people
  from covered c join members h on h.id = c.subscriber_id join groups g on g.id = c.group_id
    left join billing_locations l on l.id = h.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = h.class_id and e.location_id = h.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
  where c.has_subscriber
$$;
