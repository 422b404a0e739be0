-- Coverage: who is covered by which plan, on which days, and when that was known.

-- Coverage is bitemporal: `covered` is when the person is insured, `recorded` when we believed it. A correction closes
-- the recorded range and adds a row; nothing is overwritten. Periods are half-open.
create table coverage_spans (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  subscriber_id uuid not null,
  line text not null check (line in ('medical', 'dental', 'vision', 'life', 'disability')),
  plan_id uuid not null,
  covered daterange not null check (not isempty(covered) and not lower_inf(covered)),
  recorded tstzrange not null,
  change_id uuid not null,
  superseded_by uuid,
  end_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, plan_id) references health_plans (tenant_id, id),
  foreign key (tenant_id, change_id) references changes (tenant_id, id),
  constraint one_current_span exclude using gist (tenant_id with =, member_id with =, line with =, covered with &&) where (upper_inf(recorded))
);
create index coverage_of_group on coverage_spans (tenant_id, group_id) where upper_inf(recorded);
create index coverage_of_subscriber on coverage_spans (tenant_id, subscriber_id) where upper_inf(recorded);
create index coverage_by_change on coverage_spans (tenant_id, change_id);
create index coverage_by_superseder on coverage_spans (tenant_id, superseded_by) where superseded_by is not null;
-- Coverage that ends is rare among all coverage; what is recorded now is all that counts.
create index coverage_ending on coverage_spans (tenant_id, upper(covered))
  where upper_inf(recorded) and not upper_inf(covered);
-- Starts follow the order in which coverage is recorded, near enough for block ranges.
create index coverage_starting on coverage_spans using brin (lower(covered));
-- Who is covered by a plan, or by the plans of a line.
create index coverage_of_plan on coverage_spans (tenant_id, plan_id) where upper_inf(recorded);
-- What was once believed of a member's coverage, for their history. What is believed now is found through the
-- constraint that keeps it from overlapping; new coverage is not in this index, so an import does not pay for it.
create index coverage_superseded on coverage_spans (tenant_id, member_id) where not upper_inf(recorded);
select protect('coverage_spans');
revoke delete on coverage_spans from openbenefits_app;

-- The tier is derived from the covered members, never entered. Same rule as domain/src/coverage/tier.ts; a test
-- compares them.
create function coverage_tier(spouses bigint, children bigint) returns text language sql immutable parallel safe as $$
  select case when spouses > 0 and children > 0 then 'FAM' when spouses > 0 then 'ESP' when children > 0 then 'ECH' else 'EMP' end
$$;
grant execute on function coverage_tier to openbenefits_app;

-- Right after a large import the planner takes a group's coverage for a handful of rows, and went through the rates of
-- all plans for each subscriber (60,000: 3.6 s, and the page of the group with it). The rates of a day are few: read
-- once, they are joined in a third of that; with true statistics it makes no difference. Coverage stays where a
-- condition on a subscriber reaches it.
create function premiums(p_groups uuid[], p_on date)
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
grant execute on function premiums to openbenefits_app;

-- Finds members whose coverage starts or ends in a period without adjoining coverage on the same line. Range bounds are
-- not leakproof, so no index serves them under row-level security: the functions run as the owner and check the tenant
-- themselves, like find_members.
create function coverage_starts(p_after date, p_until date) returns setof uuid
language sql stable rows 200 security definer set search_path = public, pg_temp as $$
  select s.member_id from coverage_spans s
  where s.tenant_id = current_tenant() and upper_inf(s.recorded) and lower(s.covered) > p_after and lower(s.covered) <= p_until
    and not exists (select from coverage_spans n where n.tenant_id = s.tenant_id and n.member_id = s.member_id and n.line = s.line and upper_inf(n.recorded) and upper(n.covered) = lower(s.covered))
$$;
revoke all on function coverage_starts from public;
grant execute on function coverage_starts to openbenefits_app, openbenefits_scoped;

create function coverage_ends(p_after date, p_until date) returns setof uuid
language sql stable rows 200 security definer set search_path = public, pg_temp as $$
  select s.member_id from coverage_spans s
  where s.tenant_id = current_tenant() and upper_inf(s.recorded) and not upper_inf(s.covered) and upper(s.covered) > p_after and upper(s.covered) <= p_until
    and not exists (select from coverage_spans n where n.tenant_id = s.tenant_id and n.member_id = s.member_id and n.line = s.line and upper_inf(n.recorded) and lower(n.covered) = upper(s.covered))
$$;
revoke all on function coverage_ends from public;
grant execute on function coverage_ends to openbenefits_app, openbenefits_scoped;

-- The scoped role sees rows of its assigned groups only.
select scope_to_groups('coverage_spans');
