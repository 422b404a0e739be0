-- Months of a group that no bill has: each is billed once, or never with a reason (decisions/0061).

-- What was decided about months without a bill. `never` holds for coverage as known at `known_at`: what is added or raised
-- later is billed.
create table month_decisions (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  months daterange not null check (not isempty(months)),
  choice text not null check (choice in ('bill', 'never')),
  reason text,
  known_at timestamptz not null,
  decided_by text not null,
  decided_by_name text not null,
  decided_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  check (choice <> 'never' or reason is not null)
);
create index month_decisions_of_group on month_decisions (tenant_id, group_id);
select protect('month_decisions');
select scope_to_groups('month_decisions');
revoke update, delete on month_decisions from openbenefits_app;

-- Earlier months that had no bill when this one was calculated: a draft waits for a decision on `ask`, bills `bill`, and
-- found nothing to bill for `nothing`.
create table bill_months (
  tenant_id uuid not null default current_tenant(),
  bill_id uuid not null,
  group_id uuid not null,
  month date not null check (extract(day from month) = 1),
  choice text not null check (choice in ('ask', 'bill', 'nothing')),
  subscribers integer not null,
  held integer not null,
  cents bigint not null,
  primary key (tenant_id, bill_id, month),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id) on delete cascade
);
create index bill_months_of_group on bill_months (tenant_id, group_id, month);
select protect('bill_months');
select scope_to_groups('bill_months');

-- How many months of a draft wait for a decision.
alter table bills add column open_months integer not null default 0;
-- Bills before this migration compared twelve months back; null is all months.
alter table bills add column months_back integer default 12;
alter table bills alter column months_back drop default;
create index bills_of_group_by_cut_off on bills (tenant_id, group_id, cut_off_at desc, posted_at desc, id desc) where state = 'posted';

-- What keeps an amount charged: the carrier's limit for the plan, the group's retro window, or a write-off of the month, which
-- the credit reverses first. Null before this migration is the plan's.
alter table bill_lines add column limit_source text check (limit_source in ('plan', 'group', 'write_off'));
-- A credit on account pays open bills at once, unless it is to stay for the next bill.
alter table balance_adjustments add column stays_on_account boolean not null default false;

-- Runs of one month are open beside each other for different groups; a group has one live bill of a month (one_live_bill).
drop index one_open_bill_run;
-- Runs of the sample history: the job of bill runs leaves them to it.
alter table bill_runs add column is_sample boolean not null default false;
create index open_bill_runs on bill_runs (tenant_id, period) where status in ('calculating', 'paused', 'review', 'posting');

drop function changed_months;
drop function compared_months;

-- Billed months before a period, each with the bill that compared it last: what changed since is compared again.
create function compared_months(p_groups uuid[], p_period date)
returns table (group_id uuid, month date, since timestamptz, seen pg_snapshot)
language sql stable as $$
  with settled as (
    select o.group_id, o.period as month, o.id, o.posted_at from bills o where o.group_id = any (p_groups) and o.state = 'posted' and o.period < p_period
    union all
    select m.group_id, m.month, o.id, o.posted_at from bill_months m join bills o on o.id = m.bill_id and o.state = 'posted'
    where m.group_id = any (p_groups) and m.month < p_period and m.choice <> 'ask'
  )
  select distinct on (s.group_id, s.month) s.group_id, s.month, b.cut_off_at, b.seen
  from settled s cross join lateral (
    select c.cut_off_at, c.seen, c.posted_at, c.id from bills c
    where c.group_id = s.group_id and c.state = 'posted' and c.period >= s.month and (c.id = s.id or c.cut_off_at >= s.posted_at)
      and (c.months_back is null or c.period <= s.month + make_interval(months => c.months_back))
    order by c.cut_off_at desc, c.posted_at desc, c.id desc limit 1
  ) b
  order by s.group_id, s.month, b.cut_off_at desc, b.posted_at desc, b.id desc
$$;
grant execute on function compared_months to openbenefits_app, openbenefits_scoped;

-- Whose billed months have to be compared again, as known at a cut-off; as before, without a horizon.
create function changed_months(p_groups uuid[], p_period date, p_known timestamptz)
returns table (group_id uuid, month date, since timestamptz, subscriber_id uuid)
language sql stable as $$
  with compared as materialized (
    select c.*, daterange(c.month, (c.month + interval '1 month')::date) as days, c.since - interval '1 day' as after from compared_months(p_groups, p_period) c
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
grant execute on function changed_months to openbenefits_app, openbenefits_scoped;

-- Months since the group's effective date that no bill has and no open run makes. Without a decision, or to be billed, a
-- month is one row; of a month that is never billed, all coverage that was recorded since.
create function open_months(p_groups uuid[], p_period date, p_known timestamptz)
returns table (group_id uuid, month date, choice text, known_at timestamptz, subscriber_id uuid)
language sql stable as $$
  with months as materialized (
    select g.id as group_id, m.month::date as month from groups g
      cross join lateral generate_series(date_trunc('month', g.effective_date::timestamp), p_period - interval '1 month', interval '1 month') as m(month)
    where g.id = any (p_groups)
  ), decided as materialized (
    select m.*, d.choice, d.known_at from months m left join lateral (
      select x.choice, x.known_at from month_decisions x where x.group_id = m.group_id and x.months @> m.month order by x.decided_at desc, x.id desc limit 1
    ) d on true
    where not exists (select from bills b where b.group_id = m.group_id and b.period = m.month and b.state = 'posted')
      and not exists (select from bill_months s join bills b on b.id = s.bill_id and b.state = 'posted' where s.group_id = m.group_id and s.month = m.month and s.choice <> 'ask')
      and not exists (select from bill_runs r where r.period = m.month and r.status in ('calculating', 'paused', 'review', 'posting') and (r.group_ids is null or m.group_id = any (r.group_ids)))
  ), oldest as materialized (
    select d.group_id, min(d.known_at) as after from decided d where d.choice = 'never' group by d.group_id
  ), recorded as materialized (
    select s.group_id, s.subscriber_id, s.covered, lower(s.recorded) as at from oldest o join coverage_spans s on s.group_id = o.group_id and upper_inf(s.recorded) and lower(s.recorded) > o.after
    union all
    select s.group_id, s.subscriber_id, s.covered, upper(s.recorded) from oldest o join coverage_spans s on s.group_id = o.group_id and not upper_inf(s.recorded) and upper(s.recorded) > o.after
  )
  select d.group_id, d.month, d.choice, d.known_at, null::uuid from decided d
  where d.choice is distinct from 'never' and exists (
    select from coverage_spans s where s.group_id = d.group_id and s.recorded @> p_known and s.covered && daterange(d.month, (d.month + interval '1 month')::date))
  union all
  select distinct d.group_id, d.month, d.choice, d.known_at, r.subscriber_id from decided d
    join recorded r on r.group_id = d.group_id and r.at > d.known_at and r.covered && daterange(d.month, (d.month + interval '1 month')::date)
  where d.choice = 'never'
$$;
grant execute on function open_months to openbenefits_app, openbenefits_scoped;
