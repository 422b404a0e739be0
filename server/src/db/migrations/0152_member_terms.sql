-- Salary, class and location of a subscriber as of the covered month. Only members whose terms changed have rows; those of
-- all others have always been the same.
create table member_terms (
  tenant_id uuid not null default current_tenant(),
  member_id uuid not null,
  group_id uuid not null,
  valid daterange not null check (not isempty(valid)),
  class_id uuid,
  location_id uuid,
  salary_annual_cents bigint,
  recorded tstzrange not null,
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index member_terms_of_member on member_terms (tenant_id, member_id);
create index member_terms_of_group on member_terms (tenant_id, group_id);
select protect('member_terms');
select scope_to_groups('member_terms');

-- Keeps the terms that applied before a change. A change applies from the day in app.terms_from, or else from the day it is
-- made; 'undo' takes the last change back from its own day. What was empty is filled in for all months.
create function keep_member_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stated text := nullif(current_setting('app.terms_from', true), '');
  at timestamptz := new.updated_at;
  has_terms boolean := exists (select from member_terms t where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded));
  starts date;
  since timestamptz;
begin
  if stated = 'undo' then
    -- The terms before the last change return with their days, if that change is the one undone.
    select max(lower(t.recorded)) into since from member_terms t where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded);
    if exists (select from member_terms t where t.tenant_id = new.tenant_id and t.member_id = new.id and upper(t.recorded) = since and upper_inf(t.valid)
        and (t.class_id, t.location_id, t.salary_annual_cents) is not distinct from (new.class_id, new.location_id, new.salary_annual_cents)) then
      with closed as (
        update member_terms t set recorded = tstzrange(lower(t.recorded), greatest(at, lower(t.recorded)))
        where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded) and lower(t.recorded) = since
      )
      insert into member_terms (tenant_id, member_id, group_id, valid, class_id, location_id, salary_annual_cents, recorded)
      select t.tenant_id, t.member_id, t.group_id, t.valid, t.class_id, t.location_id, t.salary_annual_cents, tstzrange(at, null)
      from member_terms t where t.tenant_id = new.tenant_id and t.member_id = new.id and upper(t.recorded) = since;
      return null;
    end if;
    select lower(t.valid) into starts from member_terms t where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded) and upper_inf(t.valid);
  else
    starts := coalesce(stated::date, (new.updated_at at time zone 'utc')::date);
  end if;
  if not has_terms then
    if stated = 'undo' or (coalesce(old.class_id, new.class_id), coalesce(old.location_id, new.location_id), coalesce(old.salary_annual_cents, new.salary_annual_cents))
        is not distinct from (new.class_id, new.location_id, new.salary_annual_cents) then
      return null;
    end if;
    insert into member_terms (tenant_id, member_id, group_id, valid, class_id, location_id, salary_annual_cents, recorded)
    values (new.tenant_id, new.id, new.group_id, '(,)', old.class_id, old.location_id, old.salary_annual_cents, tstzrange(null, at)),
      (new.tenant_id, new.id, new.group_id, daterange(null, starts), coalesce(old.class_id, new.class_id), coalesce(old.location_id, new.location_id),
        coalesce(old.salary_annual_cents, new.salary_annual_cents), tstzrange(at, null));
  else
    update member_terms t set class_id = coalesce(t.class_id, new.class_id), location_id = coalesce(t.location_id, new.location_id), salary_annual_cents = coalesce(t.salary_annual_cents, new.salary_annual_cents)
    where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded);
    with closed as (
      update member_terms t set recorded = tstzrange(lower(t.recorded), greatest(at, lower(t.recorded)))
      where t.tenant_id = new.tenant_id and t.member_id = new.id and upper_inf(t.recorded) and t.valid && daterange(starts, null) returning t.*
    )
    insert into member_terms (tenant_id, member_id, group_id, valid, class_id, location_id, salary_annual_cents, recorded)
    select c.tenant_id, c.member_id, c.group_id, daterange(lower(c.valid), starts), c.class_id, c.location_id, c.salary_annual_cents, tstzrange(at, null)
    from closed c where lower(c.valid) < starts or (lower_inf(c.valid) and starts is not null);
  end if;
  insert into member_terms (tenant_id, member_id, group_id, valid, class_id, location_id, salary_annual_cents, recorded)
  values (new.tenant_id, new.id, new.group_id, daterange(starts, null), new.class_id, new.location_id, new.salary_annual_cents, tstzrange(at, null));
  return null;
end $$;
create trigger keep_member_terms after update on members for each row
  when (new.subscriber_id is null and old.subscriber_id is null
    and (old.class_id, old.location_id, old.salary_annual_cents) is distinct from (new.class_id, new.location_id, new.salary_annual_cents))
  execute function keep_member_terms();

create or replace function month_shapes(p_groups uuid[], p_years date[], p_month date, p_known timestamptz, p_subscribers uuid[], p_curve_plans uuid[], p_age_plans uuid[], p_salary_plans uuid[],
  p_birth_plans uuid[], p_born_from date)
returns table (group_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text, salary bigint, people bigint, aged text, has_subscriber boolean, subscribers text)
language sql stable
-- For many groups at once, whose number the planner does not know.
set enable_nestloop = off set enable_sort = off set work_mem = '32MB'
as $$
  with people as materialized (
    select m.id, m.relationship, case when t.member_id is null then m.class_id else t.class_id end as class_id, case when t.member_id is null then m.location_id else t.location_id end as location_id, case when t.member_id is null then m.salary_annual_cents else t.salary_annual_cents end as salary_annual_cents,
      case m.relationship when 'self' then 1 when 'spouse' then 16 when 'domestic_partner' then 256 when 'child' then 4096 when 'step_child' then 65536 when 'adopted_child' then 1048576 else 16777216 end as digit
    from members m left join member_terms t on t.group_id = any (p_groups) and t.member_id = m.id and t.valid @> p_month and t.recorded @> p_known
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
  from covered c cross join lateral (
      select case when t.member_id is null then m.class_id else t.class_id end as class_id, case when t.member_id is null then m.location_id else t.location_id end as location_id, case when t.member_id is null then m.salary_annual_cents else t.salary_annual_cents end as salary_annual_cents
      from members m left join member_terms t on t.member_id = m.id and t.valid @> p_month and t.recorded @> p_known where m.id = c.subscriber_id
    ) h join groups g on g.id = c.group_id
    left join billing_locations l on l.id = h.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = h.class_id and e.location_id = h.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
  where c.has_subscriber
$$;

create or replace function covered_households(p_groups uuid[], p_on date)
returns table (group_id uuid, subscriber_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text,
  salary bigint, member_ids uuid[], relationships text[], rated_on date[], ages smallint[])
language sql stable as $$
  with covered as (
    select s.group_id, s.subscriber_id, s.line, (array_agg(s.plan_id) filter (where s.member_id = s.subscriber_id))[1] as plan_id,
      array_agg(s.member_id order by s.member_id <> s.subscriber_id, s.member_id) as member_ids,
      array_agg(m.relationship order by s.member_id <> s.subscriber_id, s.member_id) as relationships,
      array_agg(greatest(plan_year_start(g.renewal_date, p_on), lower(s.covered)) order by s.member_id <> s.subscriber_id, s.member_id) as rated_on,
      array_agg(a.rating_age order by s.member_id <> s.subscriber_id, s.member_id) as ages
    from coverage_spans s join members m on m.tenant_id = s.tenant_id and m.id = s.member_id join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      left join rating_ages a on a.tenant_id = s.tenant_id and a.member_id = s.member_id and a.rated_on = greatest(plan_year_start(g.renewal_date, p_on), lower(s.covered))
    where s.group_id = any (p_groups) and upper_inf(s.recorded) and s.covered @> p_on
    group by s.group_id, s.subscriber_id, s.line
  ), exact as materialized (
    select distinct on (a.group_id, a.class_id, a.location_id, a.plan_id) a.group_id, a.class_id, a.location_id, a.plan_id, a.rating_methodology
    from group_plan_assignments a where a.group_id = any (p_groups) and a.status = 'active' and a.effective_date <= p_on
    order by a.group_id, a.class_id, a.location_id, a.plan_id, a.effective_date desc
  ), only_one as materialized (
    select e.group_id, e.plan_id, min(e.rating_methodology) as rating_methodology from exact e group by e.group_id, e.plan_id having count(distinct e.rating_methodology) = 1
  )
  select c.group_id, c.subscriber_id, c.line, c.plan_id, coalesce(e.rating_methodology, o.rating_methodology), h.class_id, h.location_id,
    coalesce(l.zip_code, g.zip_postal_code), coalesce(l.state, g.state_province), h.salary_annual_cents, c.member_ids, c.relationships, c.rated_on, c.ages
  from covered c cross join lateral (
      select case when t.member_id is null then m.class_id else t.class_id end as class_id, case when t.member_id is null then m.location_id else t.location_id end as location_id, case when t.member_id is null then m.salary_annual_cents else t.salary_annual_cents end as salary_annual_cents
      from members m left join member_terms t on t.member_id = m.id and t.valid @> p_on and upper_inf(t.recorded) where m.id = c.subscriber_id
    ) h join groups g on g.id = c.group_id
    left join billing_locations l on l.id = h.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = h.class_id and e.location_id = h.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
  where c.plan_id is not null
$$;
