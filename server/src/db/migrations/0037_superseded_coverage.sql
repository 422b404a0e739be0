-- What was once believed of a member's coverage, for their history. What is believed now is found through the constraint that keeps it from overlapping; new
-- coverage is not in this index, so an import does not pay for it.
create index coverage_superseded on coverage_spans (tenant_id, member_id) where not upper_inf(recorded);
