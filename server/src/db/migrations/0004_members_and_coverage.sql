-- A member is a subscriber (subscriber_id null) or a dependent. SSN and date of birth are vault envelopes; searching them goes through keyed
-- indexes that are worthless without the key (decisions/0006-phi.md).
create table members (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  group_id uuid not null,
  subscriber_id uuid,
  relationship text not null check (relationship in ('self', 'spouse', 'domestic_partner', 'child', 'step_child', 'adopted_child', 'other')),
  member_number text not null,
  employee_id text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  suffix text,
  gender text check (gender in ('F', 'M', 'X', 'U')),
  email text,
  phone text,
  job_title text,
  department text,
  class_id uuid,
  class_code text,
  location_id uuid,
  location_code text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  zip_code text,
  hire_date date,
  termination_date date,
  effective_date date,
  status text not null check (status in ('active', 'pending', 'leave_of_absence', 'pending_termination', 'suspended', 'terminated', 'inactive')),
  salary_annual_cents bigint,
  emergency_contact text,
  ssn_encrypted text,
  ssn_index bytea,
  ssn_last4_index bytea,
  date_of_birth_encrypted text,
  date_of_birth_index bytea,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Columns are joined with an unprintable separator, so that no match runs across two of them.
  search_text text generated always as (
    fold(first_name) || ' ' || fold(last_name) || chr(31) || lower(coalesce(email, '')) || chr(31) || lower(coalesce(employee_id, '')) || chr(31)
    || fold(coalesce(job_title, '')) || chr(31) || lower(member_number)
  ) stored,
  -- Letters and digits of the name without accents and case; the same as nameKey in domain/src/files/match-person.ts.
  name_key text generated always as (regexp_replace(lower(normalize(first_name || last_name, NFD)), '[^a-z0-9]', '', 'g')) stored,
  primary key (tenant_id, id),
  unique (tenant_id, member_number),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, subscriber_id) references members (tenant_id, id),
  check ((subscriber_id is null) = (relationship = 'self'))
);
-- Carries the searched text, so that the ordered walk of the search (find_members) reads the index alone. An index takes no row beyond a third of a
-- page: the rare members with very long texts stand in the second index, which tells the search that the first is not complete.
create index members_by_name on members (tenant_id, last_name, first_name, id) include (search_text) where octet_length(search_text) < 1000;
create index members_with_long_texts on members (tenant_id) where octet_length(search_text) >= 1000;
create index members_of_group on members (tenant_id, group_id, last_name, first_name, id);
create index members_of_subscriber on members (tenant_id, subscriber_id) where subscriber_id is not null;
-- Two jobs in two groups are one SSN twice; two subscribers of one group are an error (domain rules 4.15).
create unique index one_subscriber_per_ssn on members (tenant_id, group_id, ssn_index) where subscriber_id is null and ssn_index is not null;
create index members_by_ssn on members (tenant_id, ssn_index) where ssn_index is not null;
-- Imports match people by these within a group.
create index members_by_employee_id on members (tenant_id, group_id, employee_id) where employee_id is not null;
-- With the name, because senders that do not know a birth date give everybody the same.
create index members_by_birth on members (tenant_id, group_id, date_of_birth_index, name_key) where date_of_birth_index is not null;
create index members_by_ssn_last4 on members (tenant_id, ssn_last4_index) where ssn_last4_index is not null;
create index members_search on members using gin (search_text gin_trgm_ops);
select protect('members');

create table member_counters (
  tenant_id uuid primary key,
  last_number bigint not null
);
insert into member_counters select id, 10000000 from tenants;
select protect('member_counters');

-- Coverage is bitemporal: `covered` is when the person is insured, `recorded` when we believed it. A correction closes the recorded range and
-- adds a row; nothing is overwritten. Periods are half-open.
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
select protect('coverage_spans');
revoke delete on coverage_spans from openbenefits_app;

-- The tier is derived from who is covered, never typed. The same rule as domain/src/coverage/tier.ts; a test holds the two together.
create function coverage_tier(spouses bigint, children bigint) returns text language sql immutable parallel safe as $$
  select case when spouses > 0 and children > 0 then 'FAM' when spouses > 0 then 'ESP' when children > 0 then 'ECH' else 'EMP' end
$$;

-- What each subscriber of the groups costs a month per line on a date, from the chosen plan's rate for the derived tier. Amounts in cents; null
-- where the plan has no rate (ICHRA allowances).
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
  )
  select c.group_id, c.subscriber_id, c.line, c.plan_id, c.tier, r.monthly_cents, e.monthly_cents
  from covered c
  left join plan_rates r on r.plan_id = c.plan_id and r.tier = c.tier and r.valid @> p_on
  left join plan_rates e on e.plan_id = c.plan_id and e.tier = 'EMP' and e.valid @> p_on
  where c.plan_id is not null
$$;
grant execute on function premiums, coverage_tier, fold to openbenefits_app;
