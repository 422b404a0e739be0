-- What the employees paid for months whose coverage ends afterwards (rescission, 45 CFR 147.128), and how a line of
-- coverage became what it is.

-- The share of employees that posted bills have, per subscriber, line and month: what may not be canceled silently. What a bill deliberately does not
-- credit is no share of theirs.
create function employee_shares(p_subscribers uuid[], p_from date, p_until date)
returns table (subscriber_id uuid, line text, month date, cents bigint)
language sql stable as $$
  select l.subscriber_id, l.line, l.covered_month, sum(l.cents - l.employer_cents)::bigint
  from bill_lines l join bills b on b.id = l.bill_id
  where l.subscriber_id = any (p_subscribers) and l.covered_month >= date_trunc('month', p_from)::date and l.covered_month < p_until
    and b.state = 'posted' and l.kind in ('premium', 'waiver', 'retro')
  group by l.subscriber_id, l.line, l.covered_month having sum(l.cents - l.employer_cents) > 0
$$;
grant execute on function employee_shares to openbenefits_app, openbenefits_scoped;
create index bill_lines_of_subscriber on bill_lines (tenant_id, subscriber_id, covered_month);

-- Closed coverage of a subscriber: what a bill's difference was caused by.
create index closed_coverage_of_subscriber on coverage_spans (tenant_id, subscriber_id) where not upper_inf(recorded);

-- A list that is printed is an export too.
alter table export_requests drop constraint export_requests_format_check, add check (format in ('csv', 'xlsx', 'pdf'));
