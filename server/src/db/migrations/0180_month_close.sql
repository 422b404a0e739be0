-- Months close and reopen with two people. A closed month keeps its trial balance as it was, with its hash.
alter table ledger_closings
  add column trial_balance jsonb not null default '[]',
  add column sha256 text not null default '';
revoke update on ledger_closings from openbenefits_app;

create table ledger_closing_events (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('closed', 'reopened')),
  trial_balance jsonb not null,
  sha256 text not null,
  reason text not null,
  asked_by_name text not null,
  approved_by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index ledger_closing_events_of_month on ledger_closing_events (tenant_id, month, at);
select protect('ledger_closing_events');
revoke update, delete on ledger_closing_events from openbenefits_app;

-- Back-dated money of a closed month is posted today: the day that it is about is kept.
alter table ledger_entries add column value_on date;
