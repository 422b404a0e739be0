-- Refunds of overpaid and credited balances, and adjustments of a balance by hand (decisions/0052).

-- Limits of an organization; without a row those of domain/src/payments/refund.ts hold.
create table refund_limits (
  tenant_id uuid not null default current_tenant(),
  -- From this amount on a second person approves.
  second_person_from_cents bigint not null check (second_person_from_cents >= 0),
  -- Money received or credited longer ago is not refunded.
  most_months integer not null check (most_months between 1 and 120),
  set_by_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id)
);
select protect('refund_limits');

create sequence refund_numbers;
grant usage on sequence refund_numbers to openbenefits_app, openbenefits_scoped;

-- A refund takes money from a payment, or from the credit on account of a group (no payment). What is requested is
-- reserved; approved, it is payable; paid or failed, it is what the bank says.
create table refunds (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  number text not null,
  group_id uuid not null,
  payment_id uuid,
  cents bigint not null check (cents > 0),
  reason text not null check (reason in ('paid_twice', 'overpaid', 'coverage_ended', 'billing_error', 'other')),
  note text not null,
  method text not null check (method in ('ach', 'check', 'credit_card')),
  status text not null check (status in ('requested', 'approved', 'sent', 'paid', 'failed', 'rejected', 'withdrawn', 'unclaimed')),
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  -- The check number, or what the bank or processor calls it.
  reference text,
  paid_on date,
  -- Why it was rejected or failed.
  outcome text,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  check (decided_by is distinct from requested_by or status in ('requested', 'withdrawn') or decided_by is null)
);
create index refunds_newest on refunds (tenant_id, changed_at desc, id desc);
create index refunds_reserved on refunds (tenant_id, group_id) where status = 'requested';
create index refunds_payable on refunds (tenant_id, method) where status = 'approved';
select protect('refunds');
select scope_to_groups('refunds');
revoke delete on refunds from openbenefits_app;

-- A write-off of what is owed of a bill, or a credit on account that no bill gave.
create table balance_adjustments (
  tenant_id uuid not null default current_tenant() references tenants (id),
  id uuid not null,
  group_id uuid not null,
  kind text not null check (kind in ('write_off', 'credit')),
  bill_id uuid,
  cents bigint not null check (cents > 0),
  reason text not null,
  status text not null check (status in ('requested', 'posted', 'rejected')),
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id),
  check ((kind = 'write_off') = (bill_id is not null))
);
create index balance_adjustments_newest on balance_adjustments (tenant_id, requested_at desc, id desc);
select protect('balance_adjustments');
select scope_to_groups('balance_adjustments');
revoke delete on balance_adjustments from openbenefits_app;
