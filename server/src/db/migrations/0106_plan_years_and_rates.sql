-- Plan years with their benefits, rate tables in versions, who pays what, and the ages that prices use (decisions/0047).

alter table health_plans
  add column version integer not null default 1,
  -- From this day no one may newly be enrolled; who is covered stays covered.
  add column withdrawn_from date,
  -- Coverage ends the day before; set with the status 'terminated'.
  add column terminated_from date,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();

-- A plan year: benefits and rating rules of a plan for a period. `benefits` is PlanBenefits and `rules` PlanRules of
-- domain/src/plans.
create table plan_years (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  period daterange not null check (not isempty(period) and not lower_inf(period)),
  status text not null check (status in ('draft', 'active', 'terminated')),
  benefits jsonb not null,
  rules jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  constraint one_plan_year_on_a_day exclude using gist (tenant_id with =, plan_id with =, period with &&)
);
select protect('plan_years');

insert into plan_years (tenant_id, id, plan_id, period, status, benefits, rules)
select tenant_id, gen_random_uuid(), id, daterange(effective_date, null), case status when 'draft' then 'draft' else 'active' end,
  jsonb_build_object(
    'deductibleIndividual', annual_deductible_individual, 'deductibleFamily', null,
    'outOfPocketMaxIndividual', out_of_pocket_max_individual, 'outOfPocketMaxFamily', null,
    'copays', jsonb_build_object('primaryCare', copay_primary_care, 'specialist', copay_specialist, 'urgentCare', null, 'emergency', null),
    'memberPays', jsonb_build_object(
      'medical', case line when 'medical' then 100 - coinsurance_percent end, 'medicalOutOfNetwork', null,
      'prescription', null, 'dental', case line when 'dental' then 100 - coinsurance_percent end, 'vision', null),
    'prescriptionCoverage', prescription_coverage, 'networkName', network_name, 'networkSize', network_size),
  jsonb_build_object('proration', jsonb_build_object('start', 'full_month', 'end', 'full_month', 'birth', 'full_month'), 'newbornFreeDays', 0,
    -- As before: every other dependent was rated as a child.
    'otherDependents', 'child')
from health_plans;

alter table health_plans
  drop column annual_deductible_individual, drop column out_of_pocket_max_individual, drop column copay_primary_care, drop column copay_specialist,
  drop column coinsurance_percent, drop column prescription_coverage, drop column network_name, drop column network_size;

create table plan_documents (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  plan_year_id uuid,
  name text not null,
  media_type text not null,
  size bigint not null,
  uploaded_by text not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id)
);
select protect('plan_documents');

-- One version of a plan's rates. `settings` holds what belongs to the method: the tiers; base rate, areas, tobacco and
-- charged children; the steps of a volume and its unit (TableSettings of domain/src/plans).
create table rate_tables (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  version_no integer not null,
  method text not null check (method in ('composite', 'banded', 'age_curve', 'volume')),
  -- Which offerings use it: `rating_methodology` of the offering.
  methodology text not null generated always as (case when method in ('banded', 'age_curve') then 'age_rated' else 'composite' end) stored,
  valid daterange not null check (not isempty(valid) and not lower_inf(valid)),
  status text not null check (status in ('draft', 'active', 'replaced')),
  settings jsonb not null,
  source text,
  copied_from uuid,
  -- Counts changes of the draft, so that two people do not overwrite each other.
  version integer not null default 1,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  activated_by text,
  activated_by_name text,
  activated_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  unique (tenant_id, plan_id, version_no)
);
select protect('rate_tables');

-- `place` is the row of the grid. `amount`: cents; thousandths for factors; ten-thousandths of a dollar per unit of
-- volume. `entered` keeps what was typed where it is no amount, in a draft.
create table rate_cells (
  tenant_id uuid not null default current_tenant(),
  table_id uuid not null,
  place integer not null,
  age_from integer,
  age_to integer,
  kind text not null check (kind in ('EMP', 'ESP', 'E1D', 'ECH', 'FAM', 'employee', 'spouse', 'child', 'family', 'factor', 'per_unit')),
  amount bigint check (amount >= 0),
  entered text,
  entered_by text not null,
  entered_by_name text not null,
  entered_at timestamptz not null,
  primary key (tenant_id, table_id, place, kind),
  foreign key (tenant_id, table_id) references rate_tables (tenant_id, id) on delete cascade
);
select protect('rate_cells');

-- Which version holds for which months, and when that was known: a correction closes `recorded` and adds a row, so that
-- a bill can be calculated as it was known then.
create table rate_periods (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  plan_id uuid not null,
  table_id uuid not null,
  methodology text not null,
  valid daterange not null check (not isempty(valid)),
  recorded tstzrange not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, table_id) references rate_tables (tenant_id, id),
  constraint one_rate_table_on_a_day exclude using gist (tenant_id with =, plan_id with =, methodology with =, valid with &&) where (upper_inf(recorded))
);
create index rate_periods_of_plan on rate_periods (tenant_id, plan_id) where upper_inf(recorded);
select protect('rate_periods');

-- The tables so far: one version per plan and start.
insert into rate_tables (tenant_id, id, plan_id, version_no, method, valid, status, settings, created_by, created_by_name, created_at, updated_at, activated_by, activated_by_name, activated_at)
select tenant_id, gen_random_uuid(), plan_id, row_number() over (partition by tenant_id, plan_id order by valid), 'composite', valid, 'active', '{"tiers": "four"}',
  'system', 'OpenBenefits', now(), now(), 'system', 'OpenBenefits', now()
from (select distinct tenant_id, plan_id, valid from plan_rates) r;
insert into rate_cells (tenant_id, table_id, place, kind, amount, entered_by, entered_by_name, entered_at)
select t.tenant_id, t.id, 0, r.tier, r.monthly_cents, 'system', 'OpenBenefits', now()
from rate_tables t join plan_rates r on r.tenant_id = t.tenant_id and r.plan_id = t.plan_id and r.valid = t.valid;
insert into rate_periods (tenant_id, id, plan_id, table_id, methodology, valid, recorded)
select tenant_id, gen_random_uuid(), plan_id, id, methodology, valid, tstzrange(now(), null) from rate_tables;

-- Age curves of the states, by the first plan year they hold for (45 CFR 147.102); factors by age from 0, in thousandths.
create table age_curves (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  valid_from date not null,
  factors integer[] not null,
  source text not null,
  primary key (tenant_id, id),
  unique (tenant_id, code, valid_from)
);
select protect('age_curves');

-- The curves for plan years from 2018 (CMS, State Specific Age Curve Variations, 45 CFR 147.102(e)). DC and MA are not 1.000 at
-- age 21: they apply to the rate at factor 1.000.
insert into age_curves (tenant_id, id, code, name, valid_from, factors, source)
select t.id, gen_random_uuid(), c.code, c.name, '2018-01-01', c.factors, 'CMS, plan years from 2018'
from tenants t cross join (values
  ('US', 'Federal default', '{765,765,765,765,765,765,765,765,765,765,765,765,765,765,765,833,859,885,913,941,970,1000,1000,1000,1000,1004,1024,1048,1087,1119,1135,1159,1183,1198,1214,1222,1230,1238,1246,1262,1278,1302,1325,1357,1397,1444,1500,1563,1635,1706,1786,1865,1952,2040,2135,2230,2333,2437,2548,2603,2714,2810,2873,2952,3000}'::integer[]),
  ('AL', 'Alabama', '{635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,1000,1000,1000,1000,1004,1024,1048,1087,1119,1135,1159,1183,1198,1214,1222,1230,1238,1246,1262,1278,1302,1325,1357,1397,1444,1500,1563,1635,1706,1786,1865,1952,2040,2135,2230,2333,2437,2548,2603,2714,2810,2873,2952,3000}'::integer[]),
  ('MS', 'Mississippi', '{635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,1000,1000,1000,1000,1004,1024,1048,1087,1119,1135,1159,1183,1198,1214,1222,1230,1238,1246,1262,1278,1302,1325,1357,1397,1444,1500,1563,1635,1706,1786,1865,1952,2040,2135,2230,2333,2437,2548,2603,2714,2810,2873,2952,3000}'::integer[]),
  ('OR', 'Oregon', '{635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,635,1000,1000,1000,1000,1004,1024,1048,1087,1119,1135,1159,1183,1198,1214,1222,1230,1238,1246,1262,1278,1302,1325,1357,1397,1444,1500,1563,1635,1706,1786,1865,1952,2040,2135,2230,2333,2437,2548,2603,2714,2810,2873,2952,3000}'::integer[]),
  ('MN', 'Minnesota', '{890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,890,1000,1000,1000,1000,1004,1024,1048,1087,1119,1135,1159,1183,1198,1214,1222,1230,1238,1246,1262,1278,1302,1325,1357,1397,1444,1500,1563,1635,1706,1786,1865,1952,2040,2135,2230,2333,2437,2548,2603,2714,2810,2873,2952,3000}'::integer[]),
  ('UT', 'Utah', '{793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,793,1000,1050,1113,1191,1298,1363,1390,1390,1390,1390,1390,1390,1390,1390,1390,1390,1404,1425,1450,1479,1516,1562,1616,1681,1748,1818,1891,1966,2045,2127,2212,2300,2392,2488,2588,2691,2799,2911,3000,3000,3000,3000,3000,3000}'::integer[]),
  ('MA', 'Massachusetts', '{751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,751,1183,1183,1183,1183,1183,1183,1220,1250,1275,1287,1305,1323,1334,1346,1352,1358,1363,1369,1381,1393,1410,1427,1450,1478,1511,1550,1593,1641,1688,1741,1792,1847,1902,1961,2019,2080,2142,2206,2280,2365,2365,2365,2365,2365}'::integer[]),
  ('DC', 'District of Columbia', '{654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,654,727,727,727,727,727,727,727,744,760,779,799,817,836,856,876,896,916,927,938,975,1013,1053,1094,1137,1181,1227,1275,1325,1377,1431,1487,1545,1605,1668,1733,1801,1871,1944,2020,2099,2181,2181,2181,2181}'::integer[])
) c (code, name, factors);

-- Rating areas by ZIP code or county.
create table rating_areas (
  tenant_id uuid not null default current_tenant(),
  state text not null,
  zip_code text not null default '',
  county text not null default '',
  area text not null,
  primary key (tenant_id, state, zip_code, county),
  check ((zip_code = '') <> (county = ''))
);
select protect('rating_areas');

-- Who pays what, dated, per class, location and line; the most exact one holds (ContributionRule of domain/src/plans).
-- Without any the percentage of the group's terms holds for everybody.
create table contribution_rules (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  class_id uuid,
  location_id uuid,
  line text check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  valid daterange not null check (not isempty(valid) and not lower_inf(valid)),
  recorded tstzrange not null,
  rule jsonb not null,
  change_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  constraint one_contribution_on_a_day exclude using gist (tenant_id with =, group_id with =,
    (coalesce(class_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =, (coalesce(location_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    (coalesce(line, '')) with =, valid with &&) where (upper_inf(recorded))
);
create index contribution_rules_of_group on contribution_rules (tenant_id, group_id);
select protect('contribution_rules');
select scope_to_groups('contribution_rules');

-- Ages that prices use, each on the person's own rating date, so that no run decrypts birth dates.
create table rating_ages (
  tenant_id uuid not null default current_tenant(),
  member_id uuid not null,
  group_id uuid not null,
  rated_on date not null,
  rating_age smallint not null,
  primary key (tenant_id, member_id, rated_on),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
select protect('rating_ages');
select scope_to_groups('rating_ages');

create function forget_rating_ages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from rating_ages r using old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.id = o.id
  where r.tenant_id = o.tenant_id and r.member_id = o.id and o.date_of_birth_index is distinct from n.date_of_birth_index;
  return null;
end $$;
create trigger forget_rating_ages after update on members referencing old table as old_rows new table as new_rows for each statement execute function forget_rating_ages();

-- The first day of a group's plan year on a day: the last anniversary of its renewal; without a renewal date, January 1.
create function plan_year_start(renewal date, on_day date) returns date language sql immutable parallel safe as $$
  select case when renewal is null then date_trunc('year', on_day)::date when this_year <= on_day then this_year
    else (renewal + make_interval(years => extract(year from on_day)::int - extract(year from renewal)::int - 1))::date end
  from (select (renewal + make_interval(years => extract(year from on_day)::int - extract(year from renewal)::int))::date as this_year) y
$$;
grant execute on function plan_year_start to openbenefits_app, openbenefits_scoped;

-- The households of groups that are covered on a day, one row per subscriber and line: what priceHousehold needs
-- (server/src/coverage). Members are in one order, the subscriber first. `methodology` is that of the offering to the
-- subscriber's class and location, or of the group's only one.
drop function count_group_figures;
drop function premiums;
create function covered_households(p_groups uuid[], p_on date)
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
  from covered c join members h on h.id = c.subscriber_id join groups g on g.id = c.group_id
    left join billing_locations l on l.id = h.location_id
    left join exact e on e.group_id = c.group_id and e.class_id = h.class_id and e.location_id = h.location_id and e.plan_id = c.plan_id
    left join only_one o on o.group_id = c.group_id and o.plan_id = c.plan_id
  where c.plan_id is not null
$$;
grant execute on function covered_households to openbenefits_app, openbenefits_scoped;

-- People of groups on a day; the only definition of these words (GLOSSARY.md). Premiums are counted in server/src/coverage.
create function count_group_people(p_groups uuid[], p_on date)
returns table (group_id uuid, subscribers integer, dependents integer, pending integer, enrolled integer, covered integer, valid_until date)
language sql stable as $$
  with people as (
    select m.group_id, count(*) filter (where m.subscriber_id is null) as subscribers, count(*) filter (where m.subscriber_id is not null) as dependents,
      count(*) filter (where m.status = 'pending') as pending
    from members m where m.group_id = any (p_groups) group by m.group_id
  ), spans as (
    select s.group_id, count(distinct s.member_id) filter (where s.covered @> p_on and s.member_id = s.subscriber_id) as enrolled,
      count(distinct s.member_id) filter (where s.covered @> p_on) as covered,
      least(min(lower(s.covered)) filter (where lower(s.covered) > p_on), min(upper(s.covered)) filter (where upper(s.covered) > p_on)) as next
    from coverage_spans s where s.group_id = any (p_groups) and upper_inf(s.recorded) group by s.group_id
  ), rates as (
    select least(min(lower(r.valid)) filter (where lower(r.valid) > p_on), min(upper(r.valid)) filter (where upper(r.valid) > p_on)) as next
    from rate_periods r where upper_inf(r.recorded)
  ), offerings as (
    select a.group_id, min(a.effective_date) as next from group_plan_assignments a where a.group_id = any (p_groups) and a.effective_date > p_on group by a.group_id
  )
  select g.id, coalesce(p.subscribers, 0)::integer, coalesce(p.dependents, 0)::integer, coalesce(p.pending, 0)::integer, coalesce(s.enrolled, 0)::integer,
    coalesce(s.covered, 0)::integer, least(s.next, (select next from rates), o.next, (plan_year_start(g.renewal_date, p_on) + interval '1 year')::date)
  from groups g left join people p on p.group_id = g.id left join spans s on s.group_id = g.id left join offerings o on o.group_id = g.id
  where g.id = any (p_groups)
$$;
grant execute on function count_group_people to openbenefits_app, openbenefits_scoped;

alter table group_figures add column held integer not null default 0;
delete from group_figures;

create or replace function mark_changed_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into group_figure_changes (tenant_id, group_id) select distinct tenant_id, group_id from new_rows;
  elsif tg_op = 'DELETE' then
    insert into group_figure_changes (tenant_id, group_id) select distinct tenant_id, group_id from old_rows;
  elsif tg_table_name = 'members' then
    -- Most edits touch no figure: contact, job.
    insert into group_figure_changes (tenant_id, group_id)
    select distinct o.tenant_id, g.id from old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.id = o.id cross join lateral (values (o.group_id), (n.group_id)) g(id)
    where (o.group_id, o.subscriber_id, o.status, o.relationship, o.removed_by, o.class_id, o.location_id, o.salary_annual_cents, o.date_of_birth_index)
      is distinct from (n.group_id, n.subscriber_id, n.status, n.relationship, n.removed_by, n.class_id, n.location_id, n.salary_annual_cents, n.date_of_birth_index);
  else
    insert into group_figure_changes (tenant_id, group_id) select tenant_id, group_id from old_rows union select tenant_id, group_id from new_rows;
  end if;
  return null;
end $$;
create trigger mark_groups_of_new after insert on group_plan_assignments referencing new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_changed after update on group_plan_assignments referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_deleted after delete on group_plan_assignments referencing old table as old_rows for each statement execute function mark_changed_groups();
create trigger mark_groups_of_new after insert on rate_periods referencing new table as new_rows for each statement execute function mark_all_groups();
create trigger mark_groups_of_changed after update on rate_periods referencing new table as new_rows for each statement execute function mark_all_groups();
create trigger mark_groups_of_deleted after delete on rate_periods referencing old table as old_rows for each statement execute function mark_all_groups();
drop table plan_rates;
