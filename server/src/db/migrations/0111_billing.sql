-- Bills, bill runs and the ledger (decisions/0049).

-- One movement of money or of a claim. Entries and their postings are only added: the server's role may not change them.
create table ledger_entries (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  kind text not null,
  effective_on date not null,
  posted_at timestamptz not null,
  memo text not null,
  bill_id uuid,
  reverses uuid,
  -- The same key is posted once, whoever asks twice.
  idempotency_key text,
  actor_id text not null,
  actor_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, reverses) references ledger_entries (tenant_id, id),
  constraint reversed_once unique (tenant_id, reverses),
  constraint posted_once unique (tenant_id, idempotency_key)
);
create index ledger_entries_of_bill on ledger_entries (tenant_id, bill_id) where bill_id is not null;
create index ledger_entries_by_day on ledger_entries (tenant_id, effective_on, id);
select protect('ledger_entries');
revoke update, delete on ledger_entries from openbenefits_app;

-- Cents of an entry on an account: debits are positive, credits negative. The postings of an entry add up to zero.
create table ledger_postings (
  tenant_id uuid not null default current_tenant(),
  entry_id uuid not null,
  place integer not null,
  account text not null check (account ~ '^[1-5][0-9]{3}$'),
  group_id uuid,
  bill_id uuid,
  line text,
  covered_month date,
  cents bigint not null check (cents <> 0),
  primary key (tenant_id, entry_id, place),
  foreign key (tenant_id, entry_id) references ledger_entries (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create index ledger_postings_of_group on ledger_postings (tenant_id, group_id, account);
create index ledger_postings_of_bill on ledger_postings (tenant_id, bill_id, account) where bill_id is not null;
create index ledger_postings_of_account on ledger_postings (tenant_id, account);
select protect('ledger_postings');
revoke update, delete on ledger_postings from openbenefits_app;
select scope_to_groups('ledger_postings');

create function check_balanced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare sum bigint;
begin
  select coalesce(sum(cents), 0) into sum from ledger_postings where tenant_id = new.tenant_id and entry_id = new.entry_id;
  if sum <> 0 then raise exception 'The postings of an entry add up to % cents, not to zero', sum using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_postings deferrable initially deferred for each row execute function check_balanced();

-- A month that is closed takes no further entries with an effective date in it.
create table ledger_closings (
  tenant_id uuid not null default current_tenant(),
  month date not null check (extract(day from month) = 1),
  closed_by text not null,
  closed_by_name text not null,
  closed_at timestamptz not null,
  primary key (tenant_id, month)
);
select protect('ledger_closings');
create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_closings c where c.tenant_id = new.tenant_id and c.month = date_trunc('month', new.effective_on)::date) then
    raise exception 'The month % is closed', to_char(new.effective_on, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_closed_month before insert on ledger_entries for each row execute function refuse_closed_month();

-- A run makes drafts of bills, a group per transaction. `cut_off_at` is the instant at which everything is taken as known.
create table bill_runs (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  period date not null check (extract(day from period) = 1),
  -- Null is all active groups.
  group_ids uuid[],
  cut_off_at timestamptz not null,
  status text not null check (status in ('calculating', 'paused', 'review', 'posting', 'posted', 'cancelled')),
  groups_total integer not null default 0,
  groups_done integer not null default 0,
  started_by text not null,
  started_by_name text not null,
  started_at timestamptz not null,
  posted_by text,
  posted_by_name text,
  posted_at timestamptz,
  -- Asked for by somebody, when the total is above the limit that takes a second person.
  asked_by text,
  asked_by_name text,
  asked_at timestamptz,
  primary key (tenant_id, id)
);
-- One run of a period at a time.
create unique index one_open_bill_run on bill_runs (tenant_id, period) where status in ('calculating', 'paused', 'review', 'posting');
select protect('bill_runs');

create table bill_counters (
  tenant_id uuid not null default current_tenant(),
  period date not null,
  last_number integer not null,
  primary key (tenant_id, period)
);
select protect('bill_counters');

-- A bill of a group for a month. A posted bill never changes but for its state; its number is given when it is posted.
create table bills (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  run_id uuid not null,
  period date not null check (extract(day from period) = 1),
  version integer not null,
  supersedes uuid,
  number text,
  state text not null check (state in ('draft', 'posted', 'replaced', 'void')),
  billing_method text not null check (billing_method in ('list_bill', 'self_bill')),
  cut_off_at timestamptz not null,
  -- Address, contact, remit-to and terms as they were when the bill was made (BillHeader of domain/src/billing).
  header jsonb not null,
  subscribers integer not null,
  held integer not null,
  premium_cents bigint not null,
  retro_cents bigint not null,
  fee_cents bigint not null default 0,
  total_cents bigint not null,
  issue_date date not null,
  due_date date not null,
  anomalies jsonb not null default '[]',
  posted_by text,
  posted_by_name text,
  posted_at timestamptz,
  sent_at timestamptz,
  pdf_key text,
  pdf_sha256 text,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, run_id) references bill_runs (tenant_id, id),
  foreign key (tenant_id, supersedes) references bills (tenant_id, id),
  unique (tenant_id, number)
);
create unique index one_live_bill on bills (tenant_id, group_id, period) where state in ('draft', 'posted');
create index bills_of_run on bills (tenant_id, run_id);
create index bills_by_period on bills (tenant_id, period desc, id);
select protect('bills');
select scope_to_groups('bills');

create table bill_lines (
  tenant_id uuid not null default current_tenant(),
  bill_id uuid not null,
  place integer not null,
  group_id uuid not null,
  subscriber_id uuid not null,
  line text not null,
  plan_id uuid not null,
  tier text,
  location_id uuid,
  covered_month date not null,
  kind text not null check (kind in ('premium', 'waiver', 'retro', 'fee', 'credit', 'uncredited')),
  cents bigint not null,
  employer_cents bigint not null default 0,
  people integer not null default 1,
  -- What of the expected price was known: its version of rates.
  rate_table_id uuid,
  -- The change that made a retro line, where one is known.
  cause_change uuid,
  primary key (tenant_id, bill_id, place),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id) on delete cascade
);
create index bill_lines_of_group on bill_lines (tenant_id, group_id, covered_month);
select protect('bill_lines');
select scope_to_groups('bill_lines');

-- Lines that have no price: a bill with one cannot be posted until it is fixed or excluded by name with a reason.
create table bill_holds (
  tenant_id uuid not null default current_tenant(),
  bill_id uuid not null,
  subscriber_id uuid not null,
  group_id uuid not null,
  line text not null,
  plan_id uuid not null,
  covered_month date not null,
  reason jsonb not null,
  excluded_by text,
  excluded_by_name text,
  excluded_reason text,
  primary key (tenant_id, bill_id, subscriber_id, line, plan_id, covered_month),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id) on delete cascade
);
select protect('bill_holds');
select scope_to_groups('bill_holds');

-- A posted bill and its lines are not changed by the server's role: only state, sending and the PDF of a bill are.
create function guard_posted_bill() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'A posted bill is never deleted' using errcode = 'insufficient_privilege'; end if;
    return old;
  end if;
  if old.state <> 'draft' and (old.group_id, old.period, old.version, old.number, old.header, old.subscribers, old.premium_cents, old.retro_cents, old.fee_cents, old.total_cents, old.issue_date,
      old.due_date, old.cut_off_at, old.posted_at) is distinct from (new.group_id, new.period, new.version, new.number, new.header, new.subscribers, new.premium_cents, new.retro_cents, new.fee_cents,
      new.total_cents, new.issue_date, new.due_date, new.cut_off_at, new.posted_at) then
    raise exception 'A posted bill never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_posted_bill before update or delete on bills for each row execute function guard_posted_bill();
create function guard_posted_lines() returns trigger language plpgsql as $$
begin
  if exists (select from bills b where b.tenant_id = coalesce(new.tenant_id, old.tenant_id) and b.id = coalesce(new.bill_id, old.bill_id) and b.state <> 'draft') then
    raise exception 'The lines of a posted bill never change' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
create trigger guard_posted_lines before insert or update or delete on bill_lines for each row execute function guard_posted_lines();

-- The households of groups that are covered in a month, as known at an instant: one row per subscriber, line and plan.
-- `people` has the members in one order, the subscriber first, each with the periods of the coverage by the plan.
create function month_households(p_groups uuid[], p_month date, p_known timestamptz)
returns table (group_id uuid, subscriber_id uuid, line text, plan_id uuid, methodology text, class_id uuid, location_id uuid, zip_code text, state text, salary bigint, people jsonb)
language sql stable as $$
  with spans as (
    select s.group_id, s.subscriber_id, s.line, s.plan_id, s.member_id, min(lower(s.covered)) as first,
      jsonb_agg(jsonb_build_object('from', lower(s.covered), 'until', upper(s.covered)) order by lower(s.covered)) as periods
    from coverage_spans s
    where s.group_id = any (p_groups) and s.recorded @> p_known and s.covered && daterange(p_month, (p_month + interval '1 month')::date)
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
grant execute on function month_households to openbenefits_app, openbenefits_scoped;

-- Days for billing, per group: when the bill is made and when it is due, as days of the month before and of the month.
alter table groups
  add column invoice_day integer not null default 15 check (invoice_day between 1 and 28),
  add column due_day integer not null default 1 check (due_day between 1 and 28);
