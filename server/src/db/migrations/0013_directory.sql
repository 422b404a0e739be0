-- What the directory of all members, the enrolment list and the recommendations ask for besides the alphabet.

-- Coverage that ends is rare among all coverage; what is recorded now is all that counts.
create index coverage_ending on coverage_spans (tenant_id, upper(covered)) where upper_inf(recorded) and not upper_inf(covered);
-- Starts follow the order in which coverage is recorded, near enough for block ranges.
create index coverage_starting on coverage_spans using brin (lower(covered));
-- People whose SSN nobody has recorded, in name order.
create index members_without_ssn on members (tenant_id, last_name, first_name, id)
  where ssn_index is null and removed_by is null and status not in ('terminated', 'inactive');
-- Who is covered by a plan, or by the plans of a line.
create index coverage_of_plan on coverage_spans (tenant_id, plan_id) where upper_inf(recorded);

-- Whose coverage begins or ends in a period, where nothing of the same line goes before or after it. The bounds of a range are not leakproof, so under
-- row-level security no index may serve them: the functions run as the owner and carry the tenant wall themselves, as find_members does.
create function coverage_starts(p_after date, p_until date) returns setof uuid
language sql stable rows 200 security definer set search_path = public, pg_temp as $$
  select s.member_id from coverage_spans s
  where s.tenant_id = current_tenant() and upper_inf(s.recorded) and lower(s.covered) > p_after and lower(s.covered) <= p_until
    and not exists (select from coverage_spans n where n.tenant_id = s.tenant_id and n.member_id = s.member_id and n.line = s.line and upper_inf(n.recorded) and upper(n.covered) = lower(s.covered))
$$;
create function coverage_ends(p_after date, p_until date) returns setof uuid
language sql stable rows 200 security definer set search_path = public, pg_temp as $$
  select s.member_id from coverage_spans s
  where s.tenant_id = current_tenant() and upper_inf(s.recorded) and not upper_inf(s.covered) and upper(s.covered) > p_after and upper(s.covered) <= p_until
    and not exists (select from coverage_spans n where n.tenant_id = s.tenant_id and n.member_id = s.member_id and n.line = s.line and upper_inf(n.recorded) and lower(n.covered) = upper(s.covered))
$$;
revoke all on function coverage_starts, coverage_ends from public;
grant execute on function coverage_starts, coverage_ends to openbenefits_app, openbenefits_scoped;
