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
